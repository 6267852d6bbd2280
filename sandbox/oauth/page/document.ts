import type { people } from '../../control/world-overview.ts'
import { type AuthorizeRequest, scopeSentences } from '../request.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as HTML that shows it. */
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, sign => entities[sign] ?? sign)

const mark =
  '<svg width="40" height="40" viewBox="0 0 32 32" fill="currentColor" aria-hidden="true"><path d="M4 10.7 7.55 7.1l3.55 3.6v15.1L4 19.9zM12.45 6.6 16 3l3.55 3.6v20.2L16 29.8l-3.55-3zM20.9 10.7l3.55-3.6L28 10.7v9.2l-7.1 5.9z"/></svg>'

const frame = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/oauth2/tokens.css">
<link rel="stylesheet" href="/oauth2/authorize.css">
<script src="/oauth2/authorize.js"></script>
</head>
<body><main>${body}</main></body>
</html>`

/** A page with only a message. Both texts are plain text. */
export const messagePage = (title: string, sentence: string): string =>
  frame(
    escapeHtml(title),
    `<header>${mark}<h1>${escapeHtml(title)}</h1><p class="note">${escapeHtml(sentence)}</p></header>`,
  )

type Person = ReturnType<typeof people>[number]

const account = ({ login, display_name: name, avatar_url: avatar, what }: Person, checked: boolean) =>
  `<label class="account"><input type="radio" name="account" value="${escapeHtml(login)}"${checked ? ' checked' : ''}>` +
  `<img src="${escapeHtml(avatar)}?size=64" width="28" height="28" alt="">` +
  `<span><b>${escapeHtml(name)}</b><small>${escapeHtml(what)}</small></span></label>`

/** The consent page: the account, what the application asks for, and, for a bot, the server it joins. */
export function consentPage({ application, scopes }: AuthorizeRequest, accounts: readonly Person[]): string {
  const name = escapeHtml(application.name)
  const joins = scopes.includes('bot')
  const sentences = scopes.map(scope => `<li>${escapeHtml(scopeSentences[scope] ?? scope)}</li>`).join('')
  const picker = joins
    ? '<section><label class="field" for="guild">Add to server</label><select id="guild" required></select></section>'
    : ''
  return frame(
    `Authorize ${name}`,
    `<form><header>${mark}<h1>${name} wants to ${joins ? 'join a server' : 'access your account'}</h1>
<p class="note">This is the sandbox's sign-in. Every account here is made up.</p></header>
<fieldset><legend>Continue as</legend><div class="accounts">${accounts
      .map((person, place) => account(person, place === 0))
      .join('')}</div></fieldset>
<section><h2>This will allow ${name} to</h2><ul>${sentences}</ul></section>
${picker}
<p class="problem" role="alert"></p>
<div class="choice"><button type="button">Cancel</button><button class="primary" type="submit">Authorize</button></div></form>`,
  )
}
