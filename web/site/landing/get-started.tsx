import { ArrowRight } from 'lucide-react'
import { LinkButton } from '#web/app/link-button.tsx'
import { CopyButton } from '#web/ui/form/copy-button.tsx'
import './get-started.css'

/** Starts the bot, the dashboard and a local Discord to try them with. */
const demoCommand = 'npm run demo'

export function GetStarted() {
  return (
    <section className="band next" aria-labelledby="next-title">
      <div className="band-head">
        <h2 id="next-title">Read first, invite later</h2>
        <p>
          Every command, its permissions and its limits, on one page you can search. Or start the demo: no account, no
          token, no network.
        </p>
      </div>
      <div className="next-actions">
        <LinkButton to="/docs" variant="primary" size="lg">
          Open the docs
          <ArrowRight aria-hidden />
        </LinkButton>
        <span className="next-command">
          <span aria-hidden="true" className="faint">
            $
          </span>
          <code>{demoCommand}</code>
          <CopyButton text={demoCommand} label="Copy command" />
        </span>
      </div>
    </section>
  )
}
