// The field for coordinates that both widgets have.
(() => {
  'use strict';
  const { element } = Umbra;

  /** A field and its button: `choose(place)` is called with what was written, if it is a place. */
  Umbra.field = choose => {
    const field = element('input', { id: 'coordinates', autocomplete: 'off', spellcheck: 'false',
      placeholder: '40.42, \u22123.70', 'aria-describedby': 'refusal' });
    const refusal = element('p', { id: 'refusal', class: 'refusal', role: 'alert' });
    const button = element('button', { type: 'button' }, 'Go');
    // No form: a frame in a sandbox may not have one.
    const made = element('div', { id: 'go', role: 'group', 'aria-label': 'Go to a place' },
      element('label', { for: 'coordinates' }, 'Latitude, longitude'),
      element('div', { class: 'field' }, field, button), refusal);
    const go = () => {
      const { place, wrong } = Umbra.readPlace(field.value);
      refusal.textContent = wrong ?? '';
      field.setAttribute('aria-invalid', String(!place));
      if (place) choose(place);
    };
    button.addEventListener('click', go);
    field.addEventListener('keydown', event => { if (event.key === 'Enter') go(); });
    return made;
  };
})();
