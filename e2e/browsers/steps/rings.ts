// Runs inside a page, sent there as text: it may use nothing from outside itself.

/** The rings of seats that don't surround their picture evenly: each with its picture's name and both boxes. */
export const ringsOffPlace = (): readonly string[] =>
  [...document.querySelectorAll("svg.absolute")].flatMap((ring) => {
    const around = ring.parentElement?.getBoundingClientRect();
    const box = ring.getBoundingClientRect();
    if (!around || box.width === 0) return [];
    const [left, top] = [around.left - box.left, around.top - box.top];
    const [right, bottom] = [box.right - around.right, box.bottom - around.bottom];
    const isEven = Math.abs(left - right) <= 1 && Math.abs(top - bottom) <= 1;
    return isEven ? [] : [`a ring of ${box.width}×${box.height} px is off its picture: ${[left, top, right, bottom]}`];
  });
