//<![CDATA[
// Searches, filters and sorts lists: the elements in a list, by their text and their data attributes. A form with
// data-list has the controls of the list with that id.
'use strict';
(() => {
  // A key in front of which stands a minus is a number, of which the greatest comes first.
  function compare(key, one, other) {
    if (key.startsWith('-')) return other.dataset[key.slice(1)] - one.dataset[key.slice(1)];
    return key === '' ? 0 : one.dataset[key].localeCompare(other.dataset[key]);
  }

  // The list of a form; what it returns shows an item that is hidden.
  function setUp(controls, list) {
    const items = [...list.children];
    const texts = new Map(items.map(item => [item, item.textContent.toLowerCase()]));
    const order = new Map(items.map((item, index) => [item, index]));
    const search = controls.querySelector('input[type=search]');
    const sort = controls.querySelector('select[name=sort]');
    const choices = [...controls.querySelectorAll('select[data-filter]')];
    const boxes = [...controls.querySelectorAll('input[type=checkbox][data-filter]')];
    const shown = controls.querySelector('.shown');

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

    function arrange() {
      const key = sort.value;
      items.sort((one, other) => compare(key, one, other) || order.get(one) - order.get(other));
      list.append(...items);
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
      if (!choice) return;
      choice.value = choice.value === button.value ? '' : button.value;
      apply();
      controls.scrollIntoView();
    }));
    apply();
    return item => {
      if (item.parentNode !== list || !item.hidden) return;
      search.value = '';
      choices.forEach(choice => { choice.value = ''; });
      boxes.forEach(box => { box.checked = true; });
      apply();
    };
  }

  const show = [...document.querySelectorAll('form[data-list]')]
    .map(form => [form, document.getElementById(form.dataset.list)])
    .filter(([, list]) => list)
    .map(([form, list]) => setUp(form, list));

  function follow() {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target || target.localName !== 'article') return;
    show.forEach(one => one(target));
    target.querySelectorAll('details').forEach(details => { details.open = true; });
    target.scrollIntoView();
  }

  window.addEventListener('hashchange', follow);
  follow();
})();
//]]>
