// Search over the description of the service, which is fetched when somebody begins to search. The key / goes
// to the field, arrows choose, Enter opens, Escape closes.

const MOST = 12;
// What comes first among equally good matches.
const KINDS = ['Operation', 'Guide', 'Page', 'Parameter', 'Problem', 'Schema'];
// Everyday words for parameters; those for operations are in the description (x-words).
const EVERYDAY = {
  tz: 'timezone time zone local time clock', horizon: 'hill mountain terrain skyline',
  obs: 'place city town village location coordinates', next: 'upcoming', extras: 'accuracy uncertainty',
  format: 'calendar csv table ics geojson kml',
};
const place = document.getElementById('search');
place.hidden = false;
const make = (name, attributes) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  place.append(element);
  return element;
};
const input = make('input', {
  type: 'search', placeholder: 'Search', 'aria-label': 'Search the documentation', role: 'combobox',
  'aria-expanded': 'false', 'aria-controls': 'found', 'aria-autocomplete': 'list', autocomplete: 'off',
});
const list = make('ul', { id: 'found', role: 'listbox', 'aria-label': 'Found' });
const said = make('p', { class: 'unseen', role: 'status' });
list.hidden = true;
let entries;
let at = -1;

// The index: title, kind and address of each entry, and its search words.
function indexOf(description) {
  const all = [];
  const add = (kind, title, what, href, ...more) => {
    const words = [title, what, ...more].join(' ').toLowerCase();
    const name = title.toLowerCase();
    const entry = { kind: KINDS.indexOf(kind), title, what, href, name, words, all: words };
    all.push(entry);
    return entry;
  };
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll('#index > ul a:not(ul ul a)');
  for (const link of links) {
    const kind = link.closest('[aria-labelledby=index-guides]') ? 'Guide' : 'Page';
    add(kind, link.textContent, kind, link.href);
  }
  // Parameters that several operations have are references.
  const resolved = p => p.$ref ? description.components.parameters[p.$ref.split('/').pop()] : p;
  for (const [path, { get }] of Object.entries(description.paths)) {
    // Further paths of an operation, and that for rows alone, are on its page.
    if (!get || /-\d$/.test(get.operationId) && path.includes('//')) continue;
    const href = '/docs/' + get.operationId;
    const entry = add('Operation', path, get.summary, href, get.tags[0], get['x-words']);
    entry.all += get.description.toLowerCase();
    for (const { name, description: meaning } of get.parameters.map(resolved))
      add('Parameter', name, 'Parameter of ' + path, href + '#parameters', meaning, EVERYDAY[name] || '');
  }
  for (const [name, schema] of Object.entries(description.components.schemas))
    add('Schema', name, 'Schema', '/docs/schemas#schema-' + name, schema.description || '');
  for (const { description: problems } of Object.values(description.components.responses))
    for (const [, code, text] of problems.matchAll(/`([a-z-]+)`: (.+?)\.(?= · |$)/g))
      add('Problem', code, 'Problem: ' + text, '/docs/errors#' + code);
  add('Page', 'API key', 'Console: create and change keys', '/console', 'sign in account password');
  return all;
}

function find(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length || !entries) return [];
  // Entries with all words in their title or their search words come before others, then kinds in their
  // order, then names that begin with the first word, and names with all words.
  const rank = ({ kind, name, words: keywords }) => {
    if (!words.every(word => keywords.includes(word))) return 100 + kind;
    if (name.replace(/^\//, '').startsWith(words[0])) return 10 * kind;
    return 10 * kind + (words.every(word => name.includes(word)) ? 1 : 2);
  };
  return entries.filter(e => words.every(w => e.all.includes(w)))
    .map((entry, k) => ({ entry, k, rank: rank(entry) }))
    .sort((a, b) => a.rank - b.rank || a.k - b.k)
    .slice(0, MOST).map(({ entry }) => entry);
}

function choose(k) {
  const items = list.children;
  if (at >= 0 && items[at]) items[at].setAttribute('aria-selected', 'false');
  at = items.length ? (k + items.length) % items.length : -1;
  if (at < 0) return input.removeAttribute('aria-activedescendant');
  items[at].setAttribute('aria-selected', 'true');
  items[at].scrollIntoView({ block: 'nearest' });
  input.setAttribute('aria-activedescendant', items[at].id);
}

function close() {
  list.hidden = true;
  input.setAttribute('aria-expanded', 'false');
  input.removeAttribute('aria-activedescendant');
  at = -1;
}

function show() {
  const found = find(input.value);
  list.replaceChildren(...found.map(({ title, what, href }, k) => {
    const item = document.createElement('li');
    item.id = 'found-' + k;
    item.setAttribute('role', 'option');
    item.setAttribute('aria-selected', 'false');
    item.dataset.href = href;
    const [name, of] = [document.createElement('b'), document.createElement('span')];
    name.textContent = title;
    of.textContent = what;
    item.append(name, of);
    return item;
  }));
  at = -1;
  if (!found.length) close();
  else {
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    choose(0);
  }
  said.textContent = input.value ? found.length + ' found' : '';
}

function open(item) {
  close();
  input.value = '';
  location.href = item.dataset.href;
}

async function load() {
  if (entries) return;
  entries = [];
  try {
    entries = indexOf(await (await fetch('/openapi/latest.json')).json());
  } catch {
    entries = undefined;
    said.textContent = 'The search cannot be loaded now.';
  }
  if (input.value) show();
}

input.addEventListener('focus', load);
input.addEventListener('input', show);
input.addEventListener('blur', () => setTimeout(close, 150));
input.addEventListener('keydown', event => {
  if (event.key === 'ArrowDown') choose(at + 1);
  else if (event.key === 'ArrowUp') choose(at - 1);
  else if (event.key === 'Enter' && list.children[at]) open(list.children[at]);
  else if (event.key === 'Escape') close();
  else return;
  event.preventDefault();
});
list.addEventListener('mousedown', event => {
  const item = event.target.closest('li');
  event.preventDefault();
  if (item) open(item);
});
document.addEventListener('keydown', event => {
  const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  input.focus();
});
