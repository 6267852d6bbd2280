import { useQuery } from '@tanstack/react-query'
import antinuke from '#features/antinuke/contract.ts'
import { call } from '#web/app/api.ts'
import { timeMachineKey } from './use-time-machine.ts'

/** The names of what did not change in a group, read when they are asked for. */
export function Unchanged({ guildId, from, to, group }: { guildId: string; from: number; to: number; group: string }) {
  const { data, isError } = useQuery({
    queryKey: [...timeMachineKey(guildId), 'unchanged', from, to, group],
    queryFn: ({ signal }) => call(antinuke, 'unchanged', { params: { guildId }, query: { from, to, group }, signal }),
  })
  if (isError) return <span>These could not be loaded. Close and open it to try again.</span>
  if (!data) return <span>Loading...</span>
  const words = data.things.map(({ name, label }) => name ?? `${label.toLowerCase()} you cannot see`)
  return <span className="tm-names">{words.join(', ')}</span>
}
