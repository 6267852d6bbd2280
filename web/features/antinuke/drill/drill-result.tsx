import { Link } from '@tanstack/react-router'
import { useProductName } from '#web/app/queries.ts'
import { Figures } from '../figures.tsx'
import { figuresOf, sentenceOf, wordsOf } from './drill-words.ts'
import { Film } from './film.tsx'
import { GoneChart } from './gone-chart.tsx'
import { Matrix } from './matrix.tsx'
import type { DrillReply, Wish } from './use-drill.ts'

/** What came of a drill: a sentence, figures, the film, and how it would have gone without. */
export function DrillOutcome({
  guildId,
  reply,
  wish,
  onCell,
}: {
  guildId: string
  reply: DrillReply
  wish: Wish
  onCell: (roleId: string, rate: number) => void
}) {
  const product = useProductName()
  const { drill } = reply
  const { attack, kind, id } = wish
  return (
    <>
      <div role="status">
        <h2 className="drill-sentence">{sentenceOf(drill, attack, product)}</h2>
        {drill.ending === 'out-of-reach' && (
          <Link className="link" to="/manage/$guildId/antinuke/posture" params={{ guildId }}>
            How to repair it, in Posture
          </Link>
        )}
      </div>
      <Figures figures={figuresOf(drill)} />
      {drill.gone.length > 0 && (
        <>
          <Film key={`${kind} ${id} ${attack} ${wish.rate} ${wish.profile}`} drill={drill} attack={attack} />
          <GoneChart drill={drill} rate={wish.rate} title={wordsOf[attack].title} />
        </>
      )}
      <Matrix reply={reply} wish={wish} onCell={onCell} />
    </>
  )
}
