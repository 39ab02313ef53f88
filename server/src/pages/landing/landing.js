// Suggests towns while the visitor types.

/** @type {HTMLInputElement} */
const input = document.querySelector('#place');
const list = document.getElementById('towns');
const PAUSE_MS = 120;
let waiting, last = '';

async function suggest() {
  const text = input.value.trim();
  if (text.length < 2 || text === last) return;
  last = text;
  try {
    const { response } = await (await fetch('/places?max=8&q=' + encodeURIComponent(text))).json();
    if (input.value.trim() !== text) return;
    list.replaceChildren(...response.map(({ name, region, countryName }) => {
      const option = document.createElement('option');
      option.value = [name, region === name ? null : region, countryName].filter(Boolean).join(', ');
      return option;
    }));
  } catch { /* The form works without suggestions. */ }
}
input.addEventListener('input', () => {
  clearTimeout(waiting);
  waiting = setTimeout(suggest, PAUSE_MS);
});
