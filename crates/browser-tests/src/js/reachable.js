// The middle of the first element for `selector` that can be clicked there: it is shown, rests, and nothing lies above it.
(selector) => {
  const labelled = (hit, element) => hit.closest('label')?.control === element;
  let last = '';
  return () => {
    const element = document.querySelector(selector);
    if (!element) throw `there is no ${selector}`;
    if (element.disabled) throw `${selector} is disabled`;
    const inView = (box) => box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
    const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
    const isAt = (hit) => hit && (hit === element || element.contains(hit) || labelled(hit, element));
    let box = element.getBoundingClientRect();
    // A panel that scrolls may hide it, too.
    if (!inView(box) || !isAt(document.elementFromPoint(...middle(box)))) {
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      box = element.getBoundingClientRect();
    }
    const now = [box.x, box.y, box.width, box.height].join();
    const rests = now === last;
    last = now;
    if (!rests) throw `${selector} moves`;
    const [x, y] = middle(box);
    const hit = document.elementFromPoint(x, y);
    if (!hit) throw `${selector} is outside of the window`;
    if (!isAt(hit)) throw `${hit.outerHTML.slice(0, 120)} lies above ${selector}`;
    return [x, y];
  };
}
