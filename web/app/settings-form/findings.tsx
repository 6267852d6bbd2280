import { useQuery } from '@tanstack/react-query'
import { call } from '../api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import doctor, { type Finding } from '#features/doctor/contract.ts'
import { guildKey } from '../guild-key.ts'

export const useDoctor = (guildId: string) =>
  useQuery({
    queryKey: [...guildKey(guildId), 'doctor'],
    queryFn: ({ signal }) => call(doctor, 'examine', { params: { guildId }, signal }),
  })

/** The findings that concern one feature, or only those about one of its settings. */
export function findingsOf(findings: readonly Finding[], feature: string, setting?: string): Finding[] {
  return findings.filter(one => one.feature === feature && (setting === undefined || one.setting === setting))
}

/** Warnings that stay until repaired: what the bot lacks to do what this section says, and what to change. */
export function Findings({ guildId, feature, setting }: { guildId: string; feature: string; setting?: string }) {
  const examination = useDoctor(guildId)
  const findings = findingsOf(examination.data?.findings ?? [], feature, setting)
  return findings.map(finding => (
    <Banner key={finding.title} tone="warning" title={finding.title}>
      {finding.repair}{' '}
      <TextButton busy={examination.isFetching} onClick={() => void examination.refetch()}>
        Check again
      </TextButton>
    </Banner>
  ))
}
