import { useProductName } from '#web/app/queries.ts'
import { Clause, LegalPage } from './legal-page.tsx'

/** The same text at two URLs: the specification names both. */
export function CookiePolicy() {
  const name = useProductName()
  return (
    <LegalPage
      title="Cookie Policy"
      summary={`${name} sets cookies only to sign you in. Nobody is tracked, so there is no banner to click away.`}
    >
      <Clause title="What is set">
        <ul>
          <li>A session cookie, which keeps you signed in. Scripts cannot read it, and logging out ends it.</li>
          <li>While you sign in, short-lived ones that tie Discord's answer to your browser.</li>
        </ul>
      </Clause>
      <Clause title="What else your browser remembers">
        <p>
          Your choice of dark or light, that you were signed in, and, until you have signed in, the page you wanted to
          see; in one tab, until it is sent, what you have written on the contact page; and small things such as which
          groups of the sidebar are folded. All of it stays in your browser.
        </p>
      </Clause>
      <Clause title="How to refuse">
        <p>Block or delete cookies in your browser. The public pages work without them; signing in does not.</p>
      </Clause>
    </LegalPage>
  )
}
