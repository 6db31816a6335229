"use client";

import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { shortId } from "@/components/confirmation/short-id";
import { useTexts, Text as Words } from "@/components/i18n/i18n-provider";
import { useViewer } from "@/components/live/viewer";
import { Instant } from "@/components/ui/instant";
import { Text } from "@/components/ui/text";
import type { EventView } from "@/lib/wire/console/types";
import { AuditRecord } from "./audit-record";
import { eventSentence } from "./event-sentence";

/** One event as a sentence; a click opens the whole record. */
export function AuditLine({ event }: { event: EventView }) {
  const [open, setOpen] = useState(false);
  const { who, did, more } = eventSentence(event, useViewer()?.id, useTexts());
  return (
    <>
      <tr className={`align-top ${open ? "" : "border-b border-line"} hover:bg-hover`}>
        <td className="py-2 pl-4 text-2xs text-ink-3 tabular-nums sm:pl-6">
          <Instant at={event.at} />
        </td>
        <td className="py-1.5 pr-3">
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="flex min-h-6 w-full items-start gap-1.5 py-0.5 text-left"
          >
            <ChevronRight
              size={14}
              aria-hidden
              className={`mt-0.5 shrink-0 text-ink-3 transition-transform ${open ? "rotate-90" : ""}`}
            />
            <span className="min-w-0 text-ink-2 [overflow-wrap:anywhere]">
              <b className="font-medium text-ink">
                <Text>{who}</Text>
              </b>{" "}
              {did}
              {more ? <Words id="event.words" with={{ words: <Text>{more}</Text> }} /> : null}
            </span>
          </button>
        </td>
        <td className="hidden py-2 pr-3 font-mono text-2xs text-ink-3 lg:table-cell">{event.kind}</td>
        <td className="py-2 pr-4 text-right sm:pr-6">
          {event.confirmation_id ? (
            <Link
              href={`/confirmations/${event.confirmation_id}`}
              prefetch={false}
              className="font-mono text-2xs text-ink-2 underline underline-offset-2 hover:text-ink"
            >
              {shortId(event.confirmation_id)}
            </Link>
          ) : null}
        </td>
      </tr>
      {open ? (
        <tr className="border-b border-line">
          <td colSpan={4} className="px-4 pb-3 sm:px-6">
            <AuditRecord event={event} />
          </td>
        </tr>
      ) : null}
    </>
  );
}
