// The field for a place: the name of a town, which the server finds, or coordinates; and the reader's own
// location.

import { data, element, say } from 'shared/page.js';
import { EXAMPLE, isName, readPlace } from 'shared/place.js';

/** Pause in typing before a search, ms. */
const PAUSE_MS = 200;
const MAX_TOWNS = 8;
/** Timeout of the location, and how old it may be, ms. */
const LOCATION = { timeout: 20000, maximumAge: 600000 };
/** Code of the error for a location that the reader or the embedding page does not allow. */
const DENIED = 1;

/** The towns whose names begin with a text, as places with texts: those that see the eclipse first among towns
 * of one name. `near` is null or { lat, lng }. */
async function townsOf(name, near, signal) {
  const query = new URLSearchParams({ q: name, max: String(MAX_TOWNS), eclipse: data.eclipse.date });
  if (near) query.set('near', `${near.lat.toFixed(2)},${near.lng.toFixed(2)}`);
  const response = await fetch(`/places?${query}`, { credentials: 'omit', signal });
  // A text without letters or digits.
  if (response.status === 400) return [];
  if (!response.ok) throw new Error(String(response.status));
  const { response: towns } = await response.json();
  const found = towns.map(({ name: title, region, countryName, lat, lng, height, population,
    timeZone: zone, match }) =>
    ({ title, match, subtitle: [region, countryName].filter(Boolean).join(', '), population, lat, lng, zone,
      height: height ?? undefined }));
  const isSame = (a, b) => a.title === b.title && a.subtitle === b.subtitle;
  for (const town of found.filter(a => found.some(b => a !== b && isSame(a, b)))) {
    town.people = `${(town.population ?? 0).toLocaleString('en')} people`;
  }
  return found;
}

/** The field with its buttons. `choose(place)` is called with each chosen place; `near()` returns a place
 * whose neighbours come first, or null. */
export function field(choose, near = () => null) {
  const input = element('input', { id: 'search', role: 'combobox', autocomplete: 'off', spellcheck: 'false',
    placeholder: 'Oviedo', 'aria-autocomplete': 'list', 'aria-controls': 'found',
    'aria-expanded': 'false', 'aria-describedby': 'refusal' });
  const list = element('ul', { id: 'found', role: 'listbox', 'aria-label': 'Towns', hidden: '' });
  const refusal = element('p', { id: 'refusal', class: 'refusal', role: 'alert' });
  const button = (label, act) => {
    const made = element('button', { type: 'button' }, label);
    made.addEventListener('click', act);
    return made;
  };
  /** The listed towns, the name that they were found by, and the number of the marked one. */
  let towns = [], found = '', marked = -1;
  let timer = 0, searches = new AbortController();

  function refuse(message) {
    refusal.textContent = message;
    input.setAttribute('aria-invalid', String(message !== ''));
  }

  function hide() {
    clearTimeout(timer);
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
  }

  function mark(number) {
    marked = number;
    list.hidden = towns.length === 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
    [...list.children].forEach((option, k) => option.setAttribute('aria-selected', String(k === marked)));
    list.children[marked]?.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', marked < 0 ? '' : `found-${marked}`);
  }

  function show(listed) {
    towns = listed;
    list.replaceChildren(...towns.map((town, k) => {
      const option = element('li', { id: `found-${k}`, role: 'option' }, town.title,
        element('small', {}, [town.subtitle, town.people].filter(Boolean).join(', ')));
      option.addEventListener('click', () => pick(town));
      return option;
    }));
    mark(-1);
  }

  function close() {
    hide();
    searches.abort();
    found = '';
    show([]);
  }

  function pick(place) {
    close();
    refuse('');
    if (place.title) input.value = place.title;
    choose({ ...place });
  }

  /** Lists the towns of the typed name; returns false if a newer search replaces this one. */
  async function search() {
    const name = input.value.trim();
    clearTimeout(timer);
    searches.abort();
    const { signal } = searches = new AbortController();
    try {
      const listed = await townsOf(name, near(), signal);
      if (signal.aborted) return false;
      refuse('');
      show(listed);
      found = name;
      return true;
    } catch {
      if (signal.aborted) return false;
      close();
      refuse(`Towns cannot be found at the moment. Type coordinates. ${EXAMPLE}`);
      return false;
    }
  }

  async function go() {
    const typed = input.value.trim();
    if (marked >= 0) pick(towns[marked]);
    else if (typed === '') refuse(`Type the name of a town, or coordinates. ${EXAMPLE}`);
    else if (!isName(typed)) {
      const { place, wrong } = readPlace(typed);
      close();
      refuse(wrong ?? '');
      if (place) choose(place);
    } else if (found === typed || await search()) {
      const meant = towns.length === 1 || towns[0]?.match === 'name';
      if (meant && towns[0].match !== 'similar') pick(towns[0]);
      else if (towns.length > 0) {
        refuse('Which one?');
        mark(-1);
      }
      else refuse('No town of this name is known. Check the spelling, or type coordinates. ' + EXAMPLE);
    }
  }

  const locate = () => navigator.geolocation.getCurrentPosition(({ coords }) => {
    input.value = '';
    pick({ lat: coords.latitude, lng: coords.longitude });
  }, ({ code }) => {
    refuse(`${code === DENIED ? 'This page may not use your location.' : 'Your location is not known.'} ` +
      'Type the name of a town.');
  }, LOCATION);

  input.addEventListener('input', () => {
    const name = input.value.trim();
    close();
    if (name.length > 1 && isName(name)) {
      timer = setTimeout(async () => {
        if (!await search()) return;
        if (document.activeElement !== input) hide();
        else say(towns.length === 1 ? '1 town' : `${towns.length} towns`);
      }, PAUSE_MS);
    }
  });
  input.addEventListener('keydown', event => {
    const { key } = event, count = towns.length;
    if (key === 'Enter') go();
    else if (key === 'Escape') close();
    else if (key === 'ArrowDown' && count) mark((marked + 1) % count);
    else if (key === 'ArrowUp' && count) mark((Math.max(marked, 0) + count - 1) % count);
    else return;
    event.preventDefault();
  });
  input.addEventListener('blur', hide);
  // A click on the list keeps the focus in the field.
  list.addEventListener('pointerdown', event => event.preventDefault());
  list.addEventListener('mousedown', event => event.preventDefault());

  const isLocated = isSecureContext && 'geolocation' in navigator;
  // No form: a sandboxed frame may not submit one.
  return element('div', { id: 'go', role: 'search', 'aria-label': 'Find a place' },
    element('label', { for: 'search' }, 'Town or coordinates'),
    element('div', { class: 'field' }, input, button('Go', go), list,
      ...(isLocated ? [button('My location', locate)] : [])), refusal);
}
