import { CircleCheck, CircleX } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { strictSettings, tryText } from '#features/automod/in-browser.ts'
import { TextArea } from '#web/ui/form/text-input.tsx'
import './try-it.css'

const words = ['free nitro', 'claim your prize']
const own = strictSettings(words)
/** Discord's own limit for a message, in characters. */
const longest = 2000
const first = '@everyone free wood! Claim it at https://discord-gift.example'
/** The example member's strikes before the message. */
const before = 3

const sentences = new Intl.ListFormat('en')

/** Judges a message while it is typed, by the rules themselves, in this browser. */
export default function TryIt() {
  const [text, setText] = useState(first)
  const judged = useDeferredValue(text)
  const tried = useMemo(() => tryText(judged.slice(0, 2 * longest), own), [judged])
  const hits = tried.verdicts.filter(({ state }) => state === 'hit')
  const clear = tried.verdicts.filter(({ state }) => state === 'clear')
  const after = Math.min(own.maxStrikes, before + tried.strikes)
  return (
    <div className="try-it">
      <TextArea
        label="A message, as somebody might write it"
        help={`The rules of an example server: no links, invites or mass mentions, and on its list of words ${sentences.format(words.map(word => `“${word}”`))}. Try to get around them.`}
        value={text}
        onChange={setText}
        max={longest}
        rows={2}
      />
      <ol className="try-verdicts">
        {hits.map(({ rule, title, sentence }) => (
          <li key={rule} data-hit="">
            <CircleX aria-hidden />
            <div>
              <b>{title}</b>
              <p>{sentence}</p>
            </div>
            <span>+1 strike</span>
          </li>
        ))}
        {clear.length > 0 && (
          <li>
            <CircleCheck aria-hidden />
            <div>
              <b>{sentences.format(clear.map(({ title }) => title))}</b>
              <p>Nothing found.</p>
            </div>
          </li>
        )}
      </ol>
      <div className="try-outcome">
        <div aria-live="polite">
          <b>{tried.deleted ? 'Would be deleted' : 'Would stay'}</b>
          <p>
            {tried.deleted
              ? `A member with ${before} strikes would have ${after} of ${own.maxStrikes}. `
              : 'It breaks none of these rules. '}
            Nothing was sent, nothing was stored.
          </p>
        </div>
        <span className="try-strikes" role="img" aria-label={`${after} of ${own.maxStrikes} strikes`}>
          {Array.from({ length: own.maxStrikes }, (_, place) => (
            <i key={place} data-on={place < after || undefined} />
          ))}
        </span>
      </div>
    </div>
  )
}
