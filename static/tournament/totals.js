/* The page of a table's round. */
import { sendOnce } from "../once.js";
import "./steps.js";

sendOnce(document);
