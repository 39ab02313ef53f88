// The form that calls the service, made from the table of parameters. The key stays in this variable: it is
// stored nowhere, and gone when the page is.

const MOST_SHOWN = 100000;
const HEADERS = [
  'X-Credits-Used', 'X-Credits-Remaining', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'Cache-Control',
  'ETag', 'Content-Type',
];
const secret = { account: '', key: '' };

const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

// A field with its label, its meaning, and room for what is wrong with it.
function field(id, name, meaning, input, isRequired) {
  const small = make('small', { id: id + '-meaning', textContent: meaning });
  const fault = make('span', { id: id + '-fault', className: 'fault' });
  input.id = id;
  input.setAttribute('aria-describedby', small.id + ' ' + fault.id);
  if (isRequired) input.setAttribute('aria-required', 'true');
  const title = make('span', { textContent: isRequired ? name + ' (required)' : name });
  title.id = id + '-name';
  input.setAttribute('aria-labelledby', title.id);
  return { name, input, fault, element: make('label', { htmlFor: id }, title, input, small, fault) };
}

function secretField(id, what, title, meaning) {
  const type = what === 'key' ? 'password' : 'text';
  const input = make('input', { type, value: secret[what], spellcheck: false });
  input.autocomplete = 'off';
  input.dataset.secret = what;
  input.addEventListener('input', () => {
    secret[what] = input.value.trim();
    /** @type {NodeListOf<HTMLInputElement>} */
    const others = document.querySelectorAll('.try [data-secret=' + what + ']');
    for (const other of others)
      if (other !== input) other.value = input.value;
  });
  return field(id, title, meaning, input, false);
}

function parameterField(id, row) {
  const meaning = [...row.querySelectorAll('.meaning, .values')].map(p => p.textContent).join(' ');
  const input = make('input', { type: 'text', placeholder: row.dataset.example, spellcheck: false });
  input.autocomplete = 'off';
  if ('shown' in row.dataset) input.value = row.dataset.example;
  const { name, place } = row.dataset;
  return { ...field(id, name, meaning, input, 'required' in row.dataset), place };
}

// The address of the call, and what its header must be.
function request(operation, fields) {
  let path = operation.dataset.path;
  const query = new URLSearchParams();
  for (const { name, input, place } of fields) {
    const value = input.value.trim();
    if (place === 'path') path = path.replace('{' + name + '}', encodeURIComponent(value));
    else if (value) query.append(name, value);
  }
  const shown = query.size ? path + '?' + query : path;
  /** @type {Record<string, string>} */
  const headers = {};
  if (operation.dataset.credentials === 'account')
    headers.Authorization = 'ServiceAuth ' + secret.account + ':' + secret.key;
  else if (operation.dataset.credentials === 'key' && secret.key) query.append('apiKey', secret.key);
  return { shown, address: query.size ? path + '?' + query : path, headers };
}

async function body(answer) {
  const type = answer.headers.get('Content-Type') || '';
  if (!/json|text|xml|svg|calendar/.test(type)) return (await answer.blob()).size + ' bytes';
  const text = await answer.text();
  let pretty = text;
  try {
    if (type.includes('json')) pretty = JSON.stringify(JSON.parse(text), null, 2);
  } catch { /* It is shown as it came. */ }
  if (pretty.length <= MOST_SHOWN) return pretty;
  return pretty.slice(0, MOST_SHOWN) + '\n… of ' + pretty.length + ' characters';
}

// Puts what is wrong with a parameter at its field; whatever has none stays in the response.
function tell(fields, text) {
  let errors = [];
  try { errors = JSON.parse(text).errors || []; } catch { /* No problem document. */ }
  for (const { name, input, fault } of fields) {
    const own = errors.filter(e => e.parameter === name);
    fault.textContent = own.map(e => e.detail).join('; ');
    if (own.length) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
  }
  const first = fields.find(({ input }) => input.getAttribute('aria-invalid'));
  if (first) first.input.focus();
}

async function call(operation, fields, output) {
  const { shown, address, headers } = request(operation, fields);
  const line = make('p', { textContent: 'GET ' + shown + ' …' });
  output.replaceChildren(line);
  let answer, text;
  try {
    answer = await fetch(address, { headers, cache: 'no-store', credentials: 'omit' });
    text = await body(answer);
  } catch (error) {
    line.className = 'bad';
    line.textContent = 'The server did not answer: ' + error.message + '.';
    return;
  }
  line.textContent = 'GET ' + shown + ': ' + answer.status + ' ' + answer.statusText;
  line.className = answer.ok ? 'good' : 'bad';
  const known = HEADERS.filter(name => answer.headers.has(name));
  const list = make('dl');
  for (const name of known)
    list.append(make('dt', { textContent: name }), make('dd', { textContent: answer.headers.get(name) }));
  const pre = make('pre', { tabIndex: 0 }, make('code', { textContent: text }));
  pre.className = 'answer';
  pre.setAttribute('role', 'group');
  pre.setAttribute('aria-label', 'Response of the server');
  output.replaceChildren(line, list, pre);
  tell(fields, text);
}

function fill(operation, box) {
  const id = 'try-';
  const rows = [...operation.querySelectorAll('.words tr[data-name]')];
  const fields = rows.map((row, k) => parameterField(id + k, row));
  const secrets = [];
  const needs = operation.dataset.credentials;
  const add = (what, title, meaning) => secrets.push(secretField(id + what, what, title, meaning));
  if (needs === 'account') add('account', 'Account', 'Its id, which the console shows.');
  const isOptional = 'optional' in operation.dataset && needs === 'key';
  if (needs !== 'none')
    add('key', isOptional ? 'Your key (optional in this demo)' : 'Your key',
      'Kept in memory only, until you leave this page. A key with origin rules works only on its ' +
      'sites, not here.');
  const output = make('output');
  const all = isOptional ? [...fields, ...secrets] : [...secrets, ...fields];
  const form = make('form', { noValidate: true }, ...all.map(f => f.element),
    make('button', { className: 'main', textContent: 'Send' }), output);
  form.addEventListener('submit', event => {
    event.preventDefault();
    call(operation, fields, output);
  });
  box.append(form);
}

for (const operation of document.querySelectorAll('.operation')) {
  const box = make('details', { className: 'try' }, make('summary', { textContent: 'Try it' }));
  box.addEventListener('toggle', () => fill(operation, box), { once: true });
  operation.querySelector('.call').append(box);
}
