'use strict';
// What only scripts can do on the pages of the documentation: copy, remember a language, follow old links.

// Links of old: /docs#operation and /docs#schema-Name lead to the page where it stands now.
function follow() {
  const name = decodeURIComponent(location.hash.slice(1));
  const target = name && document.getElementById(name);
  if (location.pathname.replace(/\/$/, '') === '/docs') {
    if (name.startsWith('schema-')) return location.replace('/docs/schemas#' + name);
    const link = target && target.matches('.operations li, .codes li') && target.querySelector('a');
    if (link) location.replace(link.href);
  }
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
  for (const radio of document.querySelectorAll('.tabs input'))
    if (radio.value === language) radio.checked = true;
}
try { choose(localStorage.getItem(LANGUAGE) || 'curl'); } catch { /* Storage may be forbidden. */ }
document.addEventListener('change', event => {
  if (!event.target.matches('.tabs input')) return;
  const top = event.target.getBoundingClientRect().top;
  choose(event.target.value);
  // What stands above may now be longer or shorter.
  scrollBy(0, event.target.getBoundingClientRect().top - top);
  try { localStorage.setItem(LANGUAGE, event.target.value); } catch { /* The choice holds for this page. */ }
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
  label.append(copyButton(() => label.nextElementSibling.firstElementChild, 'the answer'));
