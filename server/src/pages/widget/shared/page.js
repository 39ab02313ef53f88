// The page and its address: data, elements, links, the clipboard, the live region.

/** Minimum time between two sentences of the live region, ms. */
const SPEECH_MS = 1000;

/** The data that the server put into the page. */
export const data = JSON.parse(document.getElementById('umbra').textContent);

/**
 * Creates an element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Object<string, string | number>} [attributes]
 * @param {...(string | Node)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function element(name, attributes, ...children) {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) created.setAttribute(key, String(value));
  created.append(...children);
  return created;
}

/** Commas and colons are easier to read unescaped. */
function readable(url) {
  url.search = url.search.replaceAll('%2C', ',').replaceAll('%3A', ':');
  return url;
}

/** The address of this page with other parameters and without the key: { obs: "1,2", t: null } sets one and
 * removes the other. */
export function address(changes) {
  const url = new URL(location.href);
  url.hash = '';
  for (const [name, value] of Object.entries({ ...changes, apiKey: null })) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return readable(url);
}

/** The key of the page, or null. With a key, the address without it does not open. */
const key = new URL(location.href).searchParams.get('apiKey');

/** Whether the page was opened with a key. */
export const hasKey = key !== null;

/** An address with the key of the page, for a link that is followed but never copied. */
export function withKey(href) {
  const url = new URL(href, location.href);
  if (hasKey) url.searchParams.set('apiKey', key);
  return url.href;
}

/** The address of this page with other parameters and with its key, for a link that is followed. */
export const addressWithKey = changes => new URL(withKey(address(changes).href));

/** Code that embeds a page, with a placeholder for the key. */
function embedCode(url) {
  const source = new URL(url);
  source.searchParams.set('apiKey', 'YOUR_KEY');
  const src = readable(source).href.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<iframe src="${src}" width="100%" height="640" title="${data.eclipse.name}" ` +
    'allow="fullscreen; geolocation"></iframe>';
}

/** Buttons that copy the link and the embed code. A link without the key of this page would not open: a page
 * with a key copies the place and its circumstances in words. */
export function shareRow(link) {
  const place = () => {
    const parts = [...document.querySelectorAll('#place, #panel .coordinates, #summary')];
    return [data.eclipse.name, ...parts.map(p => p.textContent)].filter(Boolean).join(' \u00b7 ');
  };
  const button = (label, act) => {
    const made = element('button', { type: 'button' }, label);
    made.addEventListener('click', () => copy(act(), made));
    return made;
  };
  return element('div', { class: 'share', role: 'group', 'aria-label': 'Share' },
    hasKey ? button('Copy place', place) : button('Copy link', () => link().href),
    button('Copy embed code', () => embedCode(link())),
    element('small', {}, 'Replace YOUR_KEY in the embed code with your key.'));
}

/** Copies a text and confirms it on the button. Where copying is forbidden, it selects the text so that the
 * reader can copy it. */
async function copy(text, button) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    const field = element('input', { readonly: '', 'aria-label': label, class: 'copied' });
    field.value = text;
    button.after(field);
    field.addEventListener('blur', () => field.remove());
    field.select();
    button.textContent = 'Press Ctrl+C';
  }
  setTimeout(() => { button.textContent = label; }, 2000);
}

let spokenAt = -Infinity, waiting = 0;

/** Passes a sentence to screen readers. Of sentences that follow each other within a second, only the last
 * is spoken. */
export function say(sentence) {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    spokenAt = performance.now();
    document.getElementById('live').textContent = sentence;
  }, Math.max(0, spokenAt + SPEECH_MS - performance.now()));
}
