// The pages of the rules: the colours of the game, examples step by step, and where the reader is. All of it can be read
// without this.

const root = document.documentElement;
const THEME = 'fearsome.theme';

function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    // A browser may forbid storage.
    return null;
  }
}

const light = matchMedia('(prefers-color-scheme: light)');
const theme = () => stored(THEME) ?? (light.matches ? 'light' : 'dark');
root.dataset.theme = theme();
root.classList.add('js');
light.addEventListener('change', () => (root.dataset.theme = theme()));

// Paper is light.
addEventListener('beforeprint', () => (root.dataset.theme = 'light'));
addEventListener('afterprint', () => (root.dataset.theme = theme()));

addEventListener('DOMContentLoaded', () => {
  document.querySelector('[data-do=theme]').addEventListener('click', () => {
    root.dataset.theme = root.dataset.theme === 'light' ? 'dark' : 'light';
    try {
      localStorage.setItem(THEME, root.dataset.theme);
    } catch {
      // Then it holds for this page.
    }
  });
  for (const figure of document.querySelectorAll('figure')) prepare(figure);
  followReader();
});

// Lets an example be played through.
function prepare(figure) {
  const list = figure.querySelector('.steps ol');
  if (!list) return;
  const moments = [list, ...list.children];
  const next = figure.querySelector('.try');
  const back = figure.querySelector('.back');
  const now = figure.querySelector('.now');
  const words = { first: next.textContent, step: next.dataset.step, again: next.dataset.again };
  let at = 0;
  const show = (moment) => {
    const isForward = moment === at + 1;
    at = moment;
    place(figure, moments[at].dataset.at, isForward);
    for (const look of figure.querySelectorAll('[data-look]')) look.classList.toggle('off', look.dataset.look !== `${at}`);
    moments.slice(1).forEach((step, index) => {
      if (index + 1 === at) step.setAttribute('aria-current', 'step');
      else step.removeAttribute('aria-current');
    });
    now.textContent = at ? moments[at].textContent : '';
    const isLast = at === moments.length - 1;
    next.textContent = at === 0 ? words.first : isLast ? words.again : words.step;
    back.hidden = at === 0;
    figure.dataset.moment = at;
  };
  next.addEventListener('click', () => show((at + 1) % moments.length));
  back.addEventListener('click', () => {
    show(at - 1);
    if (at === 0) next.focus();
  });
  figure.dataset.moment = 0;
}

// Puts the pieces of a picture where a moment has them: name, x, y, size, turn and marks.
function place(figure, moment, isForward) {
  // Where nothing moves, because the rules forbid it, there are no pieces to place.
  for (const piece of moment.split(' ').filter(Boolean)) {
    const [name, x, y, size, turn, marks] = piece.split(',');
    const group = figure.querySelector(`[data-piece="${name}"]`);
    group.classList.toggle('jump', !isForward || marks.includes('j'));
    group.classList.toggle('gone', marks.includes('g'));
    group.classList.toggle('over', marks.includes('o'));
    group.style.transform = `translate(${x}px, ${y}px) scale(${size})`;
    const turner = group.querySelector('.turner');
    if (turner) turner.style.transform = `rotate(${turn}deg)`;
  }
}

// Marks the chapter that is being read.
function followReader() {
  const links = [...document.querySelectorAll('.toc ol a')];
  const watcher = new IntersectionObserver((entries) => {
    const read = entries.find((entry) => entry.isIntersecting);
    if (!read) return;
    for (const link of links) {
      if (link.hash === `#${read.target.id}`) {
        link.setAttribute('aria-current', 'true');
        // Not `scrollIntoView`, which would also scroll the page.
        const list = link.closest('ol');
        list.scrollLeft = link.offsetLeft - list.clientWidth / 2;
      } else {
        link.removeAttribute('aria-current');
      }
    }
  }, { rootMargin: '-10% 0px -75% 0px' });
  for (const chapter of document.querySelectorAll('.ch')) watcher.observe(chapter);
}
