// The form that builds the code to embed a widget, and its preview.

const builder = document.getElementById('builder');
/** @type {HTMLElement} */
const form = builder.querySelector('.build');
/** @type {HTMLIFrameElement} */
const preview = document.querySelector('#preview');
/** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */
const inputs = form.querySelectorAll('input, select');
form.hidden = false;
const PAUSE_MS = 600;
let waiting;

function address(values) {
  const { widget, date, obs, z } = values;
  const query = [['date', date], ['obs', obs], ['z', widget === 'eclipse-path' ? z : '']];
  const written = query.filter(([, value]) => value)
    .map(([name, value]) => name + '=' + encodeURIComponent(value).replace(/%2C/g, ',').replace(/%3A/g, ':'));
  return '/' + widget + '?' + written.join('&');
}

function build() {
  const values = Object.fromEntries([...inputs].map(input => [input.name, input.value.trim()]));
  // A name without its prefix is a place too.
  if (/^[^\d+-]/.test(values.obs) && !values.obs.startsWith('place:')) values.obs = 'place:' + values.obs;
  const [width, height] = values.size.split(' ');
  const path = address(values);
  document.getElementById('embed').textContent =
    '<iframe src="' + builder.dataset.site + path.replaceAll('&', '&amp;') + builder.dataset.key + '"\n' +
    '  width="' + width + '" height="' + height + '" allow="fullscreen; geolocation"\n' +
    '  referrerpolicy="strict-origin" title="Solar eclipse"></iframe>';
  if (!preview) return;
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    preview.width = width;
    preview.height = height;
    if (preview.getAttribute('src') !== path) preview.src = path;
  }, PAUSE_MS);
}
for (const input of inputs) input.addEventListener('input', build);
