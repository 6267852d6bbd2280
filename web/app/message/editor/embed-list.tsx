import { Plus } from 'lucide-react'
import { useId } from 'react'
import { emptyEmbed, type EmbedDraft } from '#kit/message/contract.ts'
import { embedsTotal, limits } from '#kit/message/limits/contract.ts'
import { whileFull } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fence, picketsOf } from '#web/ui/fence.tsx'
import { FieldNote } from '#web/ui/form/field.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import { useOffered } from './context.ts'
import { EmbedCard } from './embed-card.tsx'
import { useProblem } from './problems.ts'

/** The embeds of a message, with the characters used in total. */
export function EmbedList({
  embeds,
  onChange,
}: {
  embeds: readonly EmbedDraft[]
  onChange: (embeds: EmbedDraft[], touched?: string) => void
}) {
  const id = useId()
  const { parts, readOnly } = useOffered()
  const { embeds: most, fewestEmbeds: fewest } = parts
  const tooMany = useProblem('embeds')
  return (
    <>
      {embeds.map((_, at) => (
        <EmbedCard
          key={at}
          list={embeds}
          at={at}
          removable={embeds.length > fewest}
          copies={embeds.length < most}
          onChange={onChange}
        />
      ))}
      {most > fewest && (
        <div className="builder-add-embed">
          <Button
            name="embeds"
            size="sm"
            icon={<Plus aria-hidden />}
            why={readOnly || whileFull(embeds.length, most, 'embeds')}
            onClick={() => onChange([...embeds, emptyEmbed])}
          >
            Add embed
          </Button>
          <Fence pickets={picketsOf(Math.min(embeds.length, most), most)} />
          <small>
            {embeds.length} of {most}
          </small>
          {embeds.length > 0 && (
            <small className="builder-total">
              {formatNumber(embedsTotal({ embeds: [...embeds] }))} of {formatNumber(limits.embedsTotal)} characters
            </small>
          )}
        </div>
      )}
      <FieldNote id={`${id}-note`} error={tooMany} />
    </>
  )
}
