window.api.onSaid((text) => {
  document.querySelector('[role=status]').textContent = text;
});
