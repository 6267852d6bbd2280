CREATE TABLE `ticket_attachments` (
	`guild_id` text NOT NULL,
	`ticket_id` integer NOT NULL,
	`message_id` text NOT NULL,
	`id` text NOT NULL,
	`author_id` text,
	`name` text,
	`bytes` integer NOT NULL,
	`width` integer,
	`height` integer,
	`state` text NOT NULL,
	`file_id` text,
	`type` text,
	`problem` text,
	PRIMARY KEY(`guild_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `ticket_attachments_ticket` ON `ticket_attachments` (`ticket_id`,`message_id`);--> statement-breakpoint
CREATE INDEX `ticket_attachments_author` ON `ticket_attachments` (`author_id`);--> statement-breakpoint
CREATE TABLE `ticket_message_versions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`ticket_id` integer NOT NULL,
	`message_id` text NOT NULL,
	`author_id` text,
	`content` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ticket_message_versions_ticket` ON `ticket_message_versions` (`ticket_id`,`message_id`,`id`);--> statement-breakpoint
CREATE INDEX `ticket_message_versions_author` ON `ticket_message_versions` (`author_id`);--> statement-breakpoint
CREATE TABLE `ticket_messages` (
	`guild_id` text NOT NULL,
	`ticket_id` integer NOT NULL,
	`id` text NOT NULL,
	`at` integer NOT NULL,
	`author_id` text,
	`author_name` text,
	`author_avatar` text,
	`is_bot` integer NOT NULL,
	`content` text,
	`parts` text,
	`edited_at` integer,
	`deleted_at` integer,
	PRIMARY KEY(`guild_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `ticket_messages_ticket` ON `ticket_messages` (`ticket_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `ticket_messages_author` ON `ticket_messages` (`author_id`);--> statement-breakpoint
CREATE TABLE `ticket_transcript_deliveries` (
	`guild_id` text NOT NULL,
	`transcript_id` text NOT NULL,
	`to` text NOT NULL,
	`state` text NOT NULL,
	`round` integer NOT NULL,
	`problem` text,
	PRIMARY KEY(`transcript_id`, `to`)
);
--> statement-breakpoint
CREATE TABLE `ticket_transcript_reads` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`transcript_id` text NOT NULL,
	`user_id` text,
	`user_name` text,
	`how` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ticket_transcript_reads_transcript` ON `ticket_transcript_reads` (`transcript_id`,`id`);--> statement-breakpoint
CREATE INDEX `ticket_transcript_reads_user` ON `ticket_transcript_reads` (`guild_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `ticket_transcripts` (
	`id` text PRIMARY KEY NOT NULL,
	`guild_id` text NOT NULL,
	`ticket_id` integer NOT NULL,
	`number` integer NOT NULL,
	`panel_id` text NOT NULL,
	`panel_title` text NOT NULL,
	`opener_id` text,
	`opener_name` text,
	`opener_avatar` text,
	`created_at` integer NOT NULL,
	`made_by_id` text,
	`size` integer NOT NULL,
	`messages` integer NOT NULL,
	`problem` text,
	`expired_at` integer,
	`kept_days` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ticket_transcripts_ticketId_unique` ON `ticket_transcripts` (`ticket_id`);--> statement-breakpoint
CREATE INDEX `ticket_transcripts_at` ON `ticket_transcripts` (`guild_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `ticket_transcripts_opener` ON `ticket_transcripts` (`guild_id`,`opener_id`);