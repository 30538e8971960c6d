// Runs before anything is painted, so that no page flashes in the other theme. It imports nothing and exports nothing.
{
  const chosen = localStorage.getItem('sluice.theme')
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}
