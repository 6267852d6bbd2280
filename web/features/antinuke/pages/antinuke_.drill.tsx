import { createFileRoute } from '@tanstack/react-router'
import { DrillPage } from '../drill/drill-page.tsx'
import { readSubjectSearch, searchFor, subjectOf } from '../drill/drill-subject.ts'
import { AntinukeShell } from '../shell.tsx'

export const Route = createFileRoute('/manage/$guildId/antinuke_/drill')({
  validateSearch: readSubjectSearch,
  component: Drill,
})

function Drill() {
  const { guildId } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <AntinukeShell guildId={guildId} label="Drill" whileOff="A drill shows what would happen if it were on.">
      <DrillPage
        guildId={guildId}
        subject={subjectOf(Route.useSearch())}
        onSubject={subject => void navigate({ search: searchFor(subject), replace: true, resetScroll: false })}
      />
    </AntinukeShell>
  )
}
