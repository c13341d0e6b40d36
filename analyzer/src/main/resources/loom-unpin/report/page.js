//<![CDATA[
// Searches, filters and sorts the articles of the list "items" by their text and their data attributes.
'use strict';
(() => {
  const list = document.getElementById('items');
  const controls = document.getElementById('controls');
  if (!list || !controls) return;
  const items = [...list.children];
  const texts = new Map(items.map(item => [item, item.textContent.toLowerCase()]));
  const order = new Map(items.map((item, index) => [item, index]));
  const search = controls.querySelector('input[type=search]');
  const sort = controls.querySelector('select[name=sort]');
  const choices = [...controls.querySelectorAll('select[data-filter]')];
  const boxes = [...controls.querySelectorAll('input[type=checkbox][data-filter]')];
  const shown = document.getElementById('shown');

  function wanted(item, words) {
    return words.every(word => texts.get(item).includes(word))
      && choices.every(choice => choice.value === '' || item.dataset[choice.dataset.filter] === choice.value)
      && (boxes.length === 0 || boxes.some(box => box.checked && item.dataset[box.dataset.filter] === box.value));
  }

  function apply() {
    const words = search.value.toLowerCase().split(/\s+/).filter(word => word);
    let count = 0;
    for (const item of items) {
      item.hidden = !wanted(item, words);
      if (!item.hidden) count++;
    }
    shown.textContent = count + ' of ' + items.length;
  }

  // A key in front of which stands a minus is a number, of which the greatest comes first.
  function compare(key, one, other) {
    if (key.startsWith('-')) return other.dataset[key.slice(1)] - one.dataset[key.slice(1)];
    return key === '' ? 0 : one.dataset[key].localeCompare(other.dataset[key]);
  }

  function arrange() {
    const key = sort.value;
    items.sort((one, other) => compare(key, one, other) || order.get(one) - order.get(other));
    list.append(...items);
  }

  function follow() {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target || target.parentNode !== list) return;
    if (target.hidden) {
      search.value = '';
      choices.forEach(choice => { choice.value = ''; });
      boxes.forEach(box => { box.checked = true; });
      apply();
    }
    target.querySelectorAll('details').forEach(details => { details.open = true; });
    target.scrollIntoView();
  }

  controls.hidden = false;
  // A large page is laid out once for several keys.
  let soon = 0;
  controls.addEventListener('input', event => {
    clearTimeout(soon);
    soon = setTimeout(apply, event.target === search ? 120 : 0);
  });
  sort.addEventListener('change', arrange);
  document.querySelectorAll('button[data-choose]').forEach(button => button.addEventListener('click', () => {
    const choice = choices.find(one => one.dataset.filter === button.dataset.choose);
    choice.value = choice.value === button.value ? '' : button.value;
    apply();
    controls.scrollIntoView();
  }));
  window.addEventListener('hashchange', follow);
  apply();
  follow();
})();
//]]>
