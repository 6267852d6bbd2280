import { createHash } from 'node:crypto'
import type { ErrorReply } from '#contract'
import { escapeHtml } from './escape-html.ts'

const style =
  'body{max-width:34rem;margin:15vh auto;padding:0 1.5rem;font:1rem/1.6 system-ui,sans-serif;color-scheme:light dark}h1{font-size:1.25rem}'

/** The page loads nothing and runs nothing. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const headings: Readonly<Record<number, string>> = {
  401: 'Sign in first',
  403: 'You may not see this',
  404: 'There is nothing here',
  410: 'This is no longer here',
}

/** Renders a failed call as a page, for people who opened its address in a tab. */
export function failurePage(status: number, { error, reference }: ErrorReply): { html: string; policy: string } {
  const heading = headings[status] ?? 'That did not work'
  const quoted = reference === undefined ? '' : `<p>Reference: ${escapeHtml(reference)}</p>`
  const [href, link] = status === 401 ? ['/login', 'Sign in'] : ['/selector', 'To your servers']
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title>
<style>${style}</style>
<main>
<h1>${heading}</h1>
<p>${escapeHtml(error)}</p>
${quoted}
<p><a href="${href}">${link}</a></p>
</main>
</html>
`
  return { html, policy }
}
