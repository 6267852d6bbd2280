import { FlaskConical } from 'lucide-react'
import { LinkButton } from '#web/app/link-button.tsx'
import { searchFor, type DrillSubject } from '../drill/drill-subject.ts'

/** A link to the drill with a subject chosen. */
export const DrillLink = ({ guildId, subject, name }: { guildId: string; subject: DrillSubject; name: string }) => (
  <LinkButton
    className="posture-drill"
    size="sm"
    to="/manage/$guildId/antinuke/drill"
    params={{ guildId }}
    search={searchFor(subject)}
    icon={<FlaskConical aria-hidden />}
  >
    Drill it<span className="visually-hidden">: {name}</span>
  </LinkButton>
)
