// GTK 4, and wrappers for what Swift cannot call directly.
#ifndef EXAMPLE_CGTK4_SHIM_H
#define EXAMPLE_CGTK4_SHIM_H

#include <glib-unix.h>
#include <gtk/gtk.h>

// Swift cannot call functions with a variable number of arguments. In GTK 4 a window has the
// settings of its display, so all windows of the program on that display get the same decoration.
static inline void cgtk_prefer_dark(GtkWidget *window, gboolean dark) {
  g_object_set(gtk_widget_get_settings(window), "gtk-application-prefer-dark-theme", dark, NULL);
}

// GTK's casts are macros, which Swift does not import.
static inline GtkWidget *cgtk_widget(GtkBuilder *builder, const char *name) {
  return GTK_WIDGET(gtk_builder_get_object(builder, name));
}

static inline const char *cgtk_name(GtkWidget *widget) {
  return gtk_buildable_get_buildable_id(GTK_BUILDABLE(widget));
}

static inline void cgtk_present(GtkWidget *window) { gtk_window_present(GTK_WINDOW(window)); }

static inline void cgtk_set_text(GtkWidget *label, const char *text) {
  gtk_label_set_text(GTK_LABEL(label), text);
}

static inline void cgtk_press(GtkWidget *button) {
  gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(button), TRUE);
}

static inline void cgtk_on_click(
    GtkWidget *button, void (*handler)(GtkWidget *button, void *data), void *data) {
  g_signal_connect(button, "clicked", G_CALLBACK(handler), data);
}

static inline void cgtk_add(GtkCssProvider *provider, GtkWidget *window) {
  gtk_style_context_add_provider_for_display(
      gtk_widget_get_display(window), GTK_STYLE_PROVIDER(provider),
      GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

// Newer releases of GTK have renamed this function, and warn about the old name.
static inline void cgtk_load(GtkCssProvider *provider, const char *text) {
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  gtk_css_provider_load_from_data(provider, text, -1);
  G_GNUC_END_IGNORE_DEPRECATIONS
}

#endif
