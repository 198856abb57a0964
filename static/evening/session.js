/* The evening's page: a tap on a call keeps the page, and what did not arrive is said on it. */
import "./share.js";
import "./calling.js";
import { $ } from "../dom.js";
import { answered, saidIn } from "../taps.js";

answered("session", saidIn($("#not-done")));
