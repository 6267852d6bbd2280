CREATE TABLE `ticket_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`ticket_id` integer NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`by_id` text,
	`by_name` text,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ticket_events_ticket` ON `ticket_events` (`ticket_id`,`id`);--> statement-breakpoint
CREATE INDEX `ticket_events_at` ON `ticket_events` (`guild_id`,`at`);--> statement-breakpoint
CREATE INDEX `ticket_events_by` ON `ticket_events` (`guild_id`,`by_id`);--> statement-breakpoint
CREATE TABLE `ticket_guests` (
	`guild_id` text NOT NULL,
	`ticket_id` integer NOT NULL,
	`kind` text NOT NULL,
	`target_id` text NOT NULL,
	`added_by_id` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`ticket_id`, `target_id`)
);
--> statement-breakpoint
CREATE INDEX `ticket_guests_target` ON `ticket_guests` (`guild_id`,`target_id`);--> statement-breakpoint
CREATE TABLE `ticket_numbers` (
	`guild_id` text PRIMARY KEY NOT NULL,
	`last` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `ticket_panels` (
	`guild_id` text NOT NULL,
	`id` text NOT NULL,
	`design` text NOT NULL,
	`message_id` text,
	`message_channel_id` text,
	`deployed_at` integer,
	`deployed_revision` integer,
	`message_missing` integer DEFAULT false NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `ticket_panels_message` ON `ticket_panels` (`guild_id`,`message_id`);--> statement-breakpoint
CREATE TABLE `tickets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`number` integer NOT NULL,
	`state` text NOT NULL,
	`panel_id` text NOT NULL,
	`panel_title` text NOT NULL,
	`kind` text NOT NULL,
	`channel_id` text,
	`name` text NOT NULL,
	`open_message_id` text,
	`opener_id` text,
	`opener_name` text,
	`opener_avatar` text,
	`answers` text,
	`opened_at` integer NOT NULL,
	`priority` text DEFAULT 'normal' NOT NULL,
	`claimed_by_id` text,
	`claimed_by_name` text,
	`claimed_at` integer,
	`awaiting` text,
	`awaiting_since` integer,
	`first_response_at` integer,
	`first_response_by_id` text,
	`last_message_at` integer NOT NULL,
	`close_requested_at` integer,
	`close_requested_by_id` text,
	`close_request_reason` text,
	`warned_at` integer,
	`closed_at` integer,
	`closed_by_id` text,
	`closed_by_name` text,
	`close_reason` text,
	`delete_at` integer,
	`deleted_at` integer,
	`channel_missing` integer DEFAULT false NOT NULL,
	`rating` integer,
	`rating_comment` text,
	`rated_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tickets_number` ON `tickets` (`guild_id`,`number`);--> statement-breakpoint
CREATE INDEX `tickets_state` ON `tickets` (`guild_id`,`state`);--> statement-breakpoint
CREATE INDEX `tickets_channel` ON `tickets` (`channel_id`);--> statement-breakpoint
CREATE INDEX `tickets_opener` ON `tickets` (`guild_id`,`opener_id`,`state`);--> statement-breakpoint
CREATE INDEX `tickets_panel` ON `tickets` (`guild_id`,`panel_id`,`state`);