import { CircleCheck, CircleMinus, CircleX } from 'lucide-react'
import type { Verdict } from '#features/automod/contract.ts'
import { CustomEmoji } from '#web/ui/discord/markdown/view.tsx'
import { segmentsOf } from './evidence-segments.ts'

const states = {
  hit: { Icon: CircleX, word: 'Caught' },
  clear: { Icon: CircleCheck, word: 'Fine' },
  off: { Icon: CircleMinus, word: 'Off' },
}
const order = ['hit', 'clear', 'off'] as const

/** Each rule's verdict with its reason; caught ones come first. */
export function Verdicts({ verdicts }: { verdicts: readonly Verdict[] }) {
  const sorted = verdicts.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
  return (
    <ul className="verdicts">
      {sorted.map(({ rule, title, state, sentence, evidence }) => {
        const { Icon, word } = states[state]
        const elsewhere = evidence.filter(one => one.start === null)
        return (
          <li key={rule} data-state={state}>
            <Icon aria-hidden />
            <div>
              <b>{title}</b> <span className="visually-hidden">{word}.</span>
              <p>{sentence}</p>
              {elsewhere.length > 0 && <p className="verdict-evidence">{elsewhere.map(one => one.text).join(', ')}</p>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** A piece of text, with custom emoji shown as pictures. */
function Drawn({ text }: { text: string }) {
  return text.split(/(<a?:\w{2,32}:\d{17,20}>)/).map((piece, place) => {
    const [, animated, name, id] = /^<(a?):(\w+):(\d+)>$/.exec(piece) ?? []
    if (name === undefined || id === undefined) return piece
    return <CustomEmoji key={place} id={id} name={name} animated={animated === 'a'} />
  })
}

/** A message's text with the caught parts marked. Put it inside of a lookup, which its pictures are loaded with. */
export function Evidence({ text, verdicts }: { text: string; verdicts: readonly Verdict[] }) {
  const evidence = verdicts.filter(({ state }) => state === 'hit').flatMap(one => one.evidence)
  return (
    <div className="msg-content evidence">
      {segmentsOf(text, evidence).map((segment, place) =>
        segment.hit ? (
          <mark key={place}>
            <Drawn text={segment.text} />
          </mark>
        ) : (
          <span key={place}>
            <Drawn text={segment.text} />
          </span>
        ),
      )}
    </div>
  )
}
