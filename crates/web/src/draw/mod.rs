//! The drawings: SVG markup as text, from the values it depends on. No decisions, no words.
