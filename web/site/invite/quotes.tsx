import { useOperator } from '#web/app/queries.ts'
import { Card } from '#web/ui/card.tsx'
import { useOperatorNotes } from '../shared/operator-note.tsx'
import { SourceTag } from '../shared/source-tag.tsx'

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** Quotes from servers, as the operator gives them; renders nothing without a quote. */
export function Quotes() {
  const quotes = useOperator()?.quotes ?? []
  const file = useOperatorNotes()?.file ?? 'operator.json'
  const examples = quotes.filter(({ example }) => example).length
  if (quotes.length === 0) return null
  return (
    <section className="quotes-part" aria-labelledby="quotes-title">
      <h2 id="quotes-title">What servers say</h2>
      <p>
        {examples === quotes.length ? (
          <>
            Nobody has said anything yet:{' '}
            {examples === 1 ? 'this is an example' : `these ${numbers[examples]?.toLowerCase()} are examples`}. An
            operator replaces them in <span className="code">{file}</span>; with none, this section is not shown.
          </>
        ) : (
          'Quoted by the people who run this copy.'
        )}
      </p>
      <ul className="quotes">
        {quotes.map(({ text, by, example }) => (
          <li key={`${by} ${text}`}>
            <Card className="quote" data-example={example || undefined}>
              <figure>
                {example ? (
                  <SourceTag source="example">Example quote, replace me</SourceTag>
                ) : (
                  <SourceTag source="said">Stated by the operator</SourceTag>
                )}
                <blockquote>{text}</blockquote>
                <figcaption>{by}</figcaption>
              </figure>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}
