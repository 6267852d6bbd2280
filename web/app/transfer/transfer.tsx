import { useState } from 'react'
import { Section } from '#web/ui/form/section.tsx'
import { LastApplied } from '../many-changes/last-applied.tsx'
import { AppliedBanner } from '../many-changes/applied-banner.tsx'
import { FailedCall } from '../failed-call.tsx'
import { LinkButton } from '../link-button.tsx'
import { PageHead } from '../manage/page-head.tsx'
import { DryRun } from './dry-run.tsx'
import { ExportSection, SourceSection } from './source-section.tsx'
import { type SettingsSource, useTransferState } from './use-transfer.ts'
import '#web/ui/form/switch.css'
import '#web/ui/form/save-bar.css'
import './transfer.css'

/** Export of the whole server's settings to a file, and import from a file or another server. */
export function Transfer({ guildId }: { guildId: string }) {
  const { data, error, refetch } = useTransferState(guildId)
  const [source, setSource] = useState<SettingsSource>()
  /** Choices made for one source must not apply to the next. */
  const [turn, setTurn] = useState(0)
  const choose = (next: SettingsSource | undefined) => {
    setSource(next)
    setTurn(before => before + 1)
  }
  return (
    <>
      <PageHead
        title="Copy and export"
        actions={
          <LinkButton to="/manage/$guildId/basic" params={{ guildId }}>
            Server Settings
          </LinkButton>
        }
      >
        Export this server’s settings, and what was made with them, such as panels and commands, to a file. Or bring
        them here from a file or from another server of yours.
      </PageHead>
      <AppliedBanner guildId={guildId} />
      <FailedCall error={error} onRetry={refetch} />
      {data?.last && <LastApplied guildId={guildId} last={data.last} />}
      <ExportSection guildId={guildId} />
      <SourceSection guildId={guildId} onChoose={choose} />
      {source && (
        <DryRun
          key={turn}
          guildId={guildId}
          source={source}
          onCancel={() => choose(undefined)}
          onDone={() => {
            choose(undefined)
            window.scrollTo({ top: 0 })
          }}
        />
      )}
      {data && (
        <Section title="What comes along with the settings" purpose="Matched by name, never deleted" collapsible>
          <ul className="transfer-left">
            {data.taken.map(({ title, noun, arrives }) => (
              <li key={`${title} ${noun}`}>
                <b>
                  {title}: each {noun}
                </b>{' '}
                {arrives !== null && <span className="muted">{arrives}</span>}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {data && (
        <Section title="What is not copied" purpose="Stays in the server that it is in" collapsible>
          <ul className="transfer-left">
            {data.left.map(({ title, what, why }) => (
              <li key={`${title} ${what}`}>
                <b>
                  {title}: {what}
                </b>{' '}
                <span className="muted">{why}</span>
              </li>
            ))}
            <li>
              <b>What members did:</b>{' '}
              <span className="muted">cases, tickets, levels and counts stay where they are</span>
            </li>
          </ul>
        </Section>
      )}
    </>
  )
}
