"""What each tab of the task screen says, as rows: pure functions of (document, events), without the toolkit.

A view turns what is stored into `rows.Row` values; `layout` turns a row into lines of a given width; one
widget draws them. So everything that a tab claims can be tested as data, and the widget has nothing to
decide.
"""
