/** An instant as text. */
function instant(date) {
  if (typeof date === "string") return date;
  if (date instanceof Date && date.toJSON()) return date.toJSON();
  throw new TypeError(`${String(date)} is no date: pass a string such as "2026-08-12", or a Date`);
}

/** An eclipse by its date. Eclipses in results name theirs. */
const dateOf = (eclipse) => instant(eclipse?.date ?? eclipse);

/** The functions of the package, over the function that answers a call with JSON. */
export function functions(answer) {
  const call = (name, request) => JSON.parse(answer({ function: name, ...request }));

  const path = (eclipse, options) => {
    const { paths, tolerance, ...others } = options ?? {};
    return call("path", { eclipse: dateOf(eclipse), paths, tolerance, options: others });
  };

  return {
    eclipses: () => call("eclipses"),
    // The member `eclipse` of a map without curves.
    eclipse: (date, options) => path(date, { ...options, paths: [] }).eclipse,
    localCircumstances: (eclipse, place, options) =>
      call("localCircumstances", { eclipse: dateOf(eclipse), place, options }),
    search: (place, from, to, options) =>
      call("search", { place, from: instant(from), to: instant(to), options }),
    path,
    riseSet: (place, from, to, bodies) =>
      call("riseSet", { place, from: instant(from), to: instant(to), bodies }),
    position: (at, bodies, place) => call("position", { at: instant(at), bodies, place }),
  };
}
