// Functions of the documentation pages that need a script: copy, remember a language, follow old links.

// Old links: /docs#operation, /docs/group#operation and /docs#schema-Name redirect to the current page.
function follow() {
  const name = decodeURIComponent(location.hash.slice(1));
  const target = name && document.getElementById(name);
  if (name.startsWith('schema-') && !target) return location.replace('/docs/schemas#' + name);
  const link = target && target.matches('.operations li, .codes li, .cards li') && target.querySelector('a');
  if (link) return location.replace(link.href);
  /** @type {HTMLDetailsElement} */
  const closed = target && target.closest('details:not([open])');
  if (closed) {
    closed.open = true;
    target.scrollIntoView();
  }
}
addEventListener('hashchange', follow);
follow();

// Choosing a language chooses it everywhere.
const LANGUAGE = 'umbra-docs-language';
function choose(language) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const radios = document.querySelectorAll('.tabs input');
  for (const radio of radios) if (radio.value === language) radio.checked = true;
}
try { choose(localStorage.getItem(LANGUAGE) || 'curl'); } catch { /* Storage may be forbidden. */ }
document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement && target.matches('.tabs input'))) return;
  const top = target.getBoundingClientRect().top;
  choose(target.value);
  // Keeps the tabs in place when the text above them changes its length.
  scrollBy(0, target.getBoundingClientRect().top - top);
  try { localStorage.setItem(LANGUAGE, target.value); } catch { /* The choice holds for this page. */ }
});

function copyButton(what, label) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', 'Copy ' + label);
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(what().textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(what());
      button.textContent = 'Selected';
    }
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
  return button;
}
for (const tabs of document.querySelectorAll('.tabs'))
  tabs.append(copyButton(() => tabs.querySelector(':checked + label + pre code'), 'the call'));
for (const label of document.querySelectorAll('.answer-label'))
  label.append(copyButton(() => label.nextElementSibling.firstElementChild, 'the response'));
