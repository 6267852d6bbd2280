// Loaded before the first paint (our CSP forbids inline scripts): the remembered theme, else the system's, else dark.
let theme
try {
  theme = localStorage.getItem('palisade-theme')
} catch {
  theme = null
}
if (theme !== 'dark' && theme !== 'light')
  theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
document.documentElement.dataset.theme = theme
