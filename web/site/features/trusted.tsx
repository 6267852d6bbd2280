import { useQuery } from '@tanstack/react-query'
import { Activity, type LucideIcon, MessageCircleQuestionMark, Server, Users } from 'lucide-react'
import type general from '#features/general/contract.ts'
import { clockText } from '#web/app/dates.ts'
import { reader } from '#web/app/api.ts'
import { useOperatorQuery } from '#web/app/queries.ts'
import { countTiles, supportTile, type Tile, uptimeTile } from './tiles.ts'
import './trusted.css'

const read = reader<typeof general>()
const icons: Record<Tile['label'], LucideIcon> = {
  Servers: Server,
  Users,
  Uptime: Activity,
  Support: MessageCircleQuestionMark,
}
/** How long data counts as live (ms). */
const live = { staleTime: 30_000 }

/** A tile that has not loaded, or whose source has failed. */
interface Missing {
  label: Tile['label']
  failed: boolean
}

/** Four figures about this copy, each with its source. */
export function Trusted() {
  const status = useQuery({
    queryKey: ['bot-status'],
    queryFn: ({ signal }) => read('/debug/bot-status', { signal }),
    ...live,
  })
  const uptime = useQuery({ queryKey: ['uptime'], queryFn: ({ signal }) => read('/uptime', { signal }), ...live })
  const operator = useOperatorQuery()
  const missing = (label: Tile['label'], failed: boolean): Missing => ({ label, failed })
  const counted = status.data && countTiles(status.data, clockText(status.dataUpdatedAt))
  const tiles = [
    counted?.[0] ?? missing('Servers', status.isError),
    counted?.[1] ?? missing('Users', status.isError),
    uptime.data?.uptime ? uptimeTile(uptime.data.uptime) : missing('Uptime', uptime.isError || uptime.isSuccess),
    operator.data ? supportTile(operator.data.supportTimes) : missing('Support', operator.isError),
  ]
  return (
    <section className="trusted" aria-labelledby="trusted-title">
      <div className="trusted-in">
        <div className="band-head">
          <h2 id="trusted-title">Trusted by Communities</h2>
          <p>
            These tiles count this copy and nobody else’s. A fresh demo has two servers; yours will say what yours has.
          </p>
        </div>
        <dl className="tiles">
          {tiles.map(tile => (
            <TileView key={tile.label} tile={tile} />
          ))}
        </dl>
      </div>
    </section>
  )
}

function TileView({ tile }: { tile: Tile | Missing }) {
  const Icon = icons[tile.label]
  const isKnown = 'figure' in tile
  return (
    <div className="tile">
      <dt>
        <Icon aria-hidden />
        {isKnown && (
          <span
            className="tile-figure"
            data-words={tile.unit === undefined && /\D{3}/.test(tile.figure) ? '' : undefined}
          >
            {tile.figure}
            {tile.unit !== undefined && <small>{tile.unit}</small>}
          </span>
        )}
        <span className="tile-label">{tile.label}</span>
      </dt>
      {isKnown && <dd>{tile.sentence}</dd>}
      {!isKnown && <dd className="faint">{tile.failed ? 'Not available now' : 'Asking...'}</dd>}
      {isKnown && (
        <dd className="source-tag" data-kind={tile.source.kind}>
          {tile.source.text}
        </dd>
      )}
    </div>
  )
}
