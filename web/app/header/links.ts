/** The site's main links, in the header and in the mobile menu. */
export const mainLinks = [
  { to: '/', label: 'Home' },
  { to: '/features', label: 'Features' },
  { to: '/dev', label: 'Developer' },
  { to: '/docs', label: 'Documentation' },
] as const
