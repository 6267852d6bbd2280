import type { ShownFix } from '#features/antinuke/posture/contract.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { CardTitle } from '../card-title.tsx'
import { DrillLink } from './drill-link.tsx'

/** Who the bot could not stop: why, and what to do in Discord. */
export const OutOfReach = ({ guildId, fixes }: { guildId: string; fixes: readonly ShownFix[] }) => (
  <Card as="section" aria-labelledby="posture-fixes">
    <CardTitle
      id="posture-fixes"
      title="Out of reach"
      help="Discord lets a bot act only on members and roles below its own highest role."
    />
    {fixes.map(({ key, who, title, why, steps }) => (
      <div className="posture-fix" key={key} id={`fix-${key}`}>
        <Avatar src={who.avatarURL} size={36} />
        <div>
          <b>{title}</b>
          <p>{why}</p>
          <ol>
            {steps.map(step => (
              <li key={step}>
                <span>{step}</span>
              </li>
            ))}
          </ol>
          <DrillLink guildId={guildId} subject={{ kind: who.bot ? 'bot' : 'member', id: who.id }} name={who.name} />
        </div>
      </div>
    ))}
  </Card>
)
