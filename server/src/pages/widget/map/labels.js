// Labels that never overlap: the first one gets the space.

const LINE_PX = 14;
const MARGIN_PX = 3;
/** Radius of the marker of the chosen place, with a margin. */
export const MARK_PX = 12;
const FONT = 'system-ui, sans-serif';

/** Widths of texts, cached. */
const widths = new Map();
function widthOf(context, text, font) {
  const name = font + text;
  if (!widths.has(name)) {
    context.font = font;
    widths.set(name, context.measureText(text).width);
  }
  return widths.get(name);
}

/** A sheet of labels over a canvas of that size; `holds(box)` is false for boxes outside the map. */
export function labels(context, width, height, holds = box => Boolean(box)) {
  // At first the buttons over the map.
  const used = [];
  const own = document.getElementById('stage').getBoundingClientRect();
  for (const group of document.querySelectorAll('.tools .group')) {
    const { left, top, right, bottom } = group.getBoundingClientRect();
    used.push([left - own.left, top - own.top, right - own.left, bottom - own.top]);
  }
  const isFree = box => used.every(other =>
    box[0] > other[2] || box[2] < other[0] || box[1] > other[3] || box[3] < other[1]);

  /** Reserves a square. */
  const reserve = (x, y, radius) => used.push([x - radius, y - radius, x + radius, y + radius]);

  /** Chosen places without a name, once for each copy of the world: a town beside their marker is named. */
  const marks = [];
  function mark(x, y) {
    reserve(x, y, MARK_PX);
    marks.push([x, y]);
  }

  /** Writes a text at a point if the space is free; returns whether it was. `align` is center, start for a
   * text to the right of the point, or end. */
  function write(text, x, y, { colour, halo, size = 12, weight = 400, align = 'center', gap = 0 }) {
    const font = `${weight} ${size}px ${FONT}`;
    const wide = widthOf(context, text, font), tall = LINE_PX * size / 12 / 2;
    const left = align === 'center' ? x - wide / 2 : align === 'end' ? x - gap - wide : x + gap;
    const box = [left - MARGIN_PX, y - tall, left + wide + MARGIN_PX, y + tall];
    if (box[0] < 0 || box[2] > width || box[1] < 0 || box[3] > height || !holds(box) || !isFree(box)) {
      return false;
    }
    used.push(box);
    context.font = font;
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.setLineDash([]);
    context.lineWidth = 3;
    context.strokeStyle = halo;
    context.strokeText(text, left, y);
    context.fillStyle = colour;
    context.fillText(text, left, y);
    return true;
  }

  /** Writes a text to the right of a point, or else to its left; at the chosen place, beside its marker. */
  function beside(text, x, y, style) {
    const isMarked = marks.some(([markX, markY]) => Math.hypot(markX - x, markY - y) < MARK_PX);
    const gap = isMarked ? MARK_PX + MARGIN_PX + 1 : style.gap;
    return write(text, x, y, { ...style, align: 'start', gap }) ||
      write(text, x, y, { ...style, align: 'end', gap });
  }

  return { write, beside, mark, reserve };
}
