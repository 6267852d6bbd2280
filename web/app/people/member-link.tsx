import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { LinkButton } from '../link-button.tsx'
import { useGuild } from '../manage/guild.ts'
import './member-link.css'

/** Somebody's name as a link to their page in the current server; without an id, the name alone. */
export function MemberLink({
  id,
  className,
  children,
}: {
  /** Null for people who asked to be forgotten, and if it is not known who it was. */
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

/** A button that leads to somebody's page. */
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
