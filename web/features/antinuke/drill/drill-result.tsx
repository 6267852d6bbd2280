import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useProductName } from '#web/app/queries.ts'
import { useClearing } from '#web/app/use-clearing.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Figures } from '../figures.tsx'
import { figuresOf, repairFor, sentenceOf, wordsOf } from './drill-words.ts'
import { Film } from './film.tsx'
import { LossesChart } from './losses-chart.tsx'
import { lossesOverTime } from './losses-over-time.ts'
import { Matrix, type RoleColours } from './matrix.tsx'
import { savePicture } from './save-picture.ts'
import type { DrillReply, Wish } from './use-drill.ts'

/** The result of a drill: a sentence, figures, the film, and what would have happened without the bot. */
export function DrillOutcome({
  guildId,
  reply,
  colours,
  wish,
  onCell,
}: {
  guildId: string
  reply: DrillReply
  colours: RoleColours
  wish: Wish
  onCell: (roleId: string, rate: number) => void
}) {
  const product = useProductName()
  const { drill } = reply
  const { attack, kind, id } = wish
  const [saved, setSaved] = useState<boolean>()
  useClearing(saved, () => setSaved(undefined))
  const [sentence, figures, { title, gone }] = [sentenceOf(drill, attack, product), figuresOf(drill), wordsOf[attack]]
  const repair = repairFor(drill)
  return (
    <>
      <div className="drill-head">
        <div role="status">
          <h2 className="drill-sentence">{sentence}</h2>
          {repair &&
            (repair.tab === undefined ? (
              <Link className="link" to="/manage/$guildId/antinuke/posture" params={{ guildId }}>
                {repair.words}
              </Link>
            ) : (
              <Link className="link" to="/manage/$guildId/antinuke" params={{ guildId }} search={{ tab: repair.tab }}>
                {repair.words}
              </Link>
            ))}
        </div>
        {drill.gone.length > 0 && (
          <Button
            size="sm"
            icon={<Download aria-hidden />}
            onClick={() =>
              void savePicture({
                sentence,
                figures,
                title,
                product,
                chart: lossesOverTime(drill, wish.rate),
                stoppedAt: drill.stoppedAt,
              }).then(setSaved)
            }
          >
            Save as picture
          </Button>
        )}
      </div>
      {saved === false && (
        <Banner tone="danger" title="This browser cannot draw the picture." onClose={() => setSaved(undefined)}>
          Open the page in another one, or take a screenshot.
        </Banner>
      )}
      <Figures figures={figures} />
      {drill.gone.length > 0 && (
        <>
          <Film key={`${kind} ${id} ${attack} ${wish.rate} ${wish.profile}`} drill={drill} attack={attack} />
          <LossesChart drill={drill} rate={wish.rate} title={title} gone={gone} />
        </>
      )}
      <Matrix reply={reply} colours={colours} wish={wish} onCell={onCell} />
    </>
  )
}
