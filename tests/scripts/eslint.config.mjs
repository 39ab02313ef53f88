import js from '@eslint/js';
import globals from 'globals';

export default [
  { ignores: ['**/vendor/**'] },
  {
    ...js.configs.recommended,
    files: ['pages/**/*.js'],
    languageOptions: {
      ecmaVersion: 2024,
      sourceType: 'module',
      globals: { ...globals.browser, L: 'readonly', d3: 'readonly' },
    },
    rules: {
      ...js.configs.recommended.rules,
      eqeqeq: 'error',
      'no-duplicate-imports': 'error',
      'no-restricted-globals': ['error', 'event', 'name', 'status'],
      'no-shadow': 'error',
      'no-var': 'error',
      'prefer-const': ['error', { destructuring: 'all' }],
    },
  },
];
