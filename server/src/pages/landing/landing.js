// Suggests towns while the visitor types, and finds the visitor's own place.

/** @type {HTMLInputElement} */
const input = document.querySelector('#place');
/** @type {HTMLButtonElement} */
const here = document.querySelector('.where .here');
const list = document.getElementById('towns'), said = document.getElementById('said');
const PAUSE_MS = 120;
/** Timeout of the location, and how old it may be, ms. */
const LOCATION = { timeout: 20000, maximumAge: 600000 };
let waiting, last = '';

function link({ id, name, region, countryName }) {
  const row = document.createElement('li'), anchor = document.createElement('a');
  anchor.href = `/?place=${id}`;
  anchor.textContent = [name, region === name ? null : region, countryName].filter(Boolean).join(', ');
  row.append(anchor);
  return row;
}

async function suggest() {
  const text = input.value.trim();
  if (text === last) return;
  last = text;
  try {
    const towns = text.length < 2 ? []
      : (await (await fetch('/places?max=8&q=' + encodeURIComponent(text))).json()).response ?? [];
    if (input.value.trim() !== text) return;
    list.replaceChildren(...towns.map(link));
    said.textContent = towns.length === 0 ? '' : towns.length === 1 ? '1 town' : `${towns.length} towns`;
  } catch { /* The form works without suggestions. */ }
}
input.addEventListener('input', () => {
  clearTimeout(waiting);
  waiting = setTimeout(suggest, PAUSE_MS);
});

here.hidden = !(isSecureContext && 'geolocation' in navigator);
here.addEventListener('click', () => navigator.geolocation.getCurrentPosition(({ coords }) => {
  location.assign(`/?place=${coords.latitude.toFixed(3)},${coords.longitude.toFixed(3)}`);
}, () => {
  said.textContent = 'Your location is not known. Type the name of a town.';
}, LOCATION));
