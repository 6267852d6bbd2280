CREATE TABLE `moderation_pending_acts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`key` text,
	`kind` text NOT NULL,
	`source` text NOT NULL,
	`target_id` text,
	`target_name` text,
	`moderator_id` text,
	`moderator_name` text,
	`channel_id` text,
	`channel_name` text,
	`detail` text,
	`count` integer,
	`reason` text,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`audit_reason` text NOT NULL,
	`wanted` text,
	`warning` integer,
	`told` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `moderation_pending_target` ON `moderation_pending_acts` (`guild_id`,`target_id`);--> statement-breakpoint
CREATE INDEX `moderation_pending_moderator` ON `moderation_pending_acts` (`guild_id`,`moderator_id`);