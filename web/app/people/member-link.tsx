import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { LinkButton } from '../link-button.tsx'
import { useGuild } from '../manage/guild.ts'
import './member-link.css'

/** Somebody's name, leading to their page in the server whose pages are shown; without an id the name alone. */
export function MemberLink({
  id,
  className,
  children,
}: {
  /** Null for those who asked to be forgotten, and for whom is not known. */
  id: string | null | undefined
  className?: string
  children: ReactNode
}) {
  const { id: guildId } = useGuild()
  if (id === null || id === undefined) return <span className={className}>{children}</span>
  return (
    <Link
      className={clsx('member-link', className)}
      to="/manage/$guildId/members/$userId"
      params={{ guildId, userId: id }}
    >
      {children}
    </Link>
  )
}

/** Leads to somebody's page. */
export function MemberButton({ id, name }: { id: string; name: string }) {
  const { id: guildId } = useGuild()
  return (
    <LinkButton size="sm" to="/manage/$guildId/members/$userId" params={{ guildId, userId: id }}>
      View member
      <span className="visually-hidden">
        {' '}
        <bdi>{name}</bdi>
      </span>
    </LinkButton>
  )
}
