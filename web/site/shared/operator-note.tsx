import { useQuery } from '@tanstack/react-query'
import { PencilRuler, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type kernel from '#kernel/contract.ts'
import { reader } from '#web/app/api.ts'
import { useAuth } from '#web/app/session.tsx'
import './public-page.css'

const read = reader<typeof kernel>()

/** Notes that only the operators of this copy can load. */
export function useOperatorNotes() {
  const { user } = useAuth()
  const { data } = useQuery({
    queryKey: ['operator', 'notes'],
    queryFn: ({ signal }) => read('/operator/notes', { signal }),
    enabled: user !== undefined,
  })
  return data?.operator === true ? data : undefined
}

/**
 * A note that only operators see: why their file cannot be used, otherwise `children`.
 * @param action shown at the right of `children`
 */
export function OperatorNote({ children, action }: { children?: ReactNode; action?: ReactNode }) {
  const notes = useOperatorNotes()
  if (!notes) return null
  const { problem, file, nameWaits } = notes
  if (problem)
    return (
      <div className="operator-note" data-broken>
        <TriangleAlert aria-hidden />
        <p>
          <b>Only operators see this.</b> <span className="code">{file}</span> has an error, so its previous contents
          still apply. Line {problem.line}: {problem.reason}
        </p>
      </div>
    )
  if (children === undefined && !nameWaits) return null
  return (
    <div className="operator-note">
      <PencilRuler aria-hidden />
      <p>
        <b>Only operators see this.</b> {children}
        {nameWaits && ' The new name takes effect at the next start.'}
      </p>
      {action}
    </div>
  )
}
