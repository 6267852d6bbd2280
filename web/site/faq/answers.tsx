import { ChevronDown } from 'lucide-react'
import { type ToggleEvent, useEffect } from 'react'
import { Card } from '#web/ui/card.tsx'
import type { Category } from './questions.tsx'

/** Opens the question in the URL's fragment, also when it changes later. */
function useOpenedByAddress() {
  useEffect(() => {
    const openNamed = () => {
      const named = document.getElementById(decodeURIComponent(location.hash.slice(1)))
      if (!(named instanceof HTMLDetailsElement)) return
      named.open = true
      named.scrollIntoView({ block: 'center' })
    }
    openNamed()
    addEventListener('hashchange', openNamed)
    return () => removeEventListener('hashchange', openNamed)
  }, [])
}

/** Opening a question sets the URL, so that it can be shared. */
const setAddress = ({ currentTarget: { open, id } }: ToggleEvent<HTMLDetailsElement>) => {
  if (open && location.hash !== `#${id}`) history.replaceState(history.state, '', `#${id}`)
}

/** Native disclosures: the browser's own search finds their text, and several can be open. */
export function Answers({ categories, searching }: { categories: readonly Category[]; searching: boolean }) {
  useOpenedByAddress()
  return categories.map(({ id, title, questions }) => (
    <section key={id} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <Card className="faq-list">
        {questions.map(({ id: place, question, answer }) => (
          <details
            key={`${place} ${searching}`}
            id={place}
            className="faq-question"
            {...(searching && { open: true })}
            onToggle={event => {
              if (!searching) setAddress(event)
            }}
          >
            <summary>
              <span>{question}</span>
              <ChevronDown aria-hidden />
            </summary>
            <div className="faq-answer">{answer}</div>
          </details>
        ))}
      </Card>
    </section>
  ))
}
