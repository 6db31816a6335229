"use client";

import dynamic from "next/dynamic";
import { useNotifyState } from "./notify-switch";

const NewArrivals = dynamic(() => import("./new-arrivals").then((module) => module.NewArrivals), { ssr: false });

/** Watches for new requests where the person asked for it; once for the page, wherever its switches are. */
export function NotifyWatch() {
  return useNotifyState() === "on" ? <NewArrivals /> : null;
}
