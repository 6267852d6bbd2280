CREATE TABLE `embed_drafts` (
	`guild_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`channel_id` text,
	`sender` text,
	`message` text NOT NULL,
	`post_id` text,
	`owner_id` text,
	`revision` integer NOT NULL,
	`saved_at` integer NOT NULL,
	`saved_by_id` text,
	`saved_by_name` text,
	PRIMARY KEY(`guild_id`, `id`)
);
--> statement-breakpoint
CREATE TABLE `embed_posts` (
	`guild_id` text NOT NULL,
	`id` text NOT NULL,
	`state` text NOT NULL,
	`name` text NOT NULL,
	`channel_id` text NOT NULL,
	`message_id` text,
	`webhook_id` text,
	`sender` text,
	`message` text NOT NULL,
	`missing` integer DEFAULT false NOT NULL,
	`posted_at` integer NOT NULL,
	`posted_by_id` text,
	`posted_by_name` text,
	`edited_at` integer,
	`edited_by_id` text,
	`edited_by_name` text,
	PRIMARY KEY(`guild_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `embed_posts_message` ON `embed_posts` (`guild_id`,`message_id`);