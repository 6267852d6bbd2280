import { Link } from '@tanstack/react-router'
import { Banner } from '#web/ui/banner.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { bySeverity, findingsOf, useDoctor } from './findings.ts'
import './feature-findings.css'

/** At most this many are shown on a page; the doctor's own page has all of them. */
const shown = 3

/**
 * A warning that stays until the problem is fixed: what the bot lacks for what this section configures, and what to
 * change.
 */
export function FeatureFindings({ guildId, feature, setting }: { guildId: string; feature: string; setting?: string }) {
  const examination = useDoctor(guildId)
  const findings = bySeverity(findingsOf(examination.data?.findings ?? [], feature, setting))
  const [first] = findings
  if (!first) return null
  const again = (
    <TextButton busy={examination.isFetching} onClick={() => void examination.refetch()}>
      Check again
    </TextButton>
  )
  if (findings.length === 1)
    return (
      <Banner tone="warning" title={`${first.title}.`}>
        {first.repair} {again}
      </Banner>
    )
  return (
    <Banner tone="warning" title={`${findings.length} things here do not work as they should.`}>
      {again}
      <ul className="findings">
        {findings.slice(0, shown).map(({ title, repair }) => (
          <li key={title}>
            <strong>{title}.</strong> {repair}
          </li>
        ))}
      </ul>
      {findings.length > shown && (
        <Link className="link" to="/manage/$guildId/doctor" params={{ guildId }}>
          {findings.length - shown} more in the doctor
        </Link>
      )}
    </Banner>
  )
}
