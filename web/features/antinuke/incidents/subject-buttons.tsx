import type { VerifiedObject } from '#features/antinuke/incidents/contract.ts'
import { MemberButton } from '#web/app/people/member-link.tsx'
import { Fragment } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CasesButton } from './cases-button.tsx'
import type { EventSubject } from './event-subjects.ts'

/** Opens an event's subjects: an object's verified fields, or a person's page and cases. */
export function SubjectButtons({
  subjects,
  onOpen,
}: {
  subjects: readonly EventSubject[]
  onOpen: (object: VerifiedObject) => void
}) {
  return subjects.map(subject =>
    'object' in subject ? (
      <Button key={subject.object.id} size="sm" onClick={() => onOpen(subject.object)}>
        Open <bdi>{subject.name}</bdi>
      </Button>
    ) : (
      <Fragment key={subject.personId}>
        <MemberButton id={subject.personId} name={subject.name} />
        <CasesButton userId={subject.personId} name={subject.name} />
      </Fragment>
    ),
  )
}
