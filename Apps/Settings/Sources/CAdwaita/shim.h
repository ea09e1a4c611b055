// GTK 4 and libadwaita, and wrappers for what Swift cannot call directly.
#ifndef NIGHTD_SETTINGS_SHIM_H
#define NIGHTD_SETTINGS_SHIM_H

#include <adwaita.h>
#include <glib-unix.h>
#include <libintl.h>
#include <locale.h>

// Swift cannot call functions with a variable number of arguments.
static inline void shim_set_label(GtkWidget *widget, const char *text) {
  gtk_accessible_update_property(
      GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static inline void shim_set_value_text(GtkWidget *widget, const char *text) {
  gtk_accessible_update_property(
      GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

// Without its own scroll controllers, a widget lets the wheel scroll the page and keeps its value.
static inline void shim_ignore_wheel(GtkWidget *widget) {
  GListModel *list = gtk_widget_observe_controllers(widget);
  for (guint index = g_list_model_get_n_items(list); index > 0; index--) {
    gpointer controller = g_list_model_get_item(list, index - 1);
    if (GTK_IS_EVENT_CONTROLLER_SCROLL(controller))
      gtk_widget_remove_controller(widget, controller);
    g_object_unref(controller);
  }
  g_object_unref(list);
}

static inline void shim_set_placeholder(GtkWidget *entry, const char *text) {
  g_object_set(entry, "placeholder-text", text, NULL);
}

static inline GtkWidget *shim_picture(void) {
  return g_object_new(
      GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG, NULL);
}

static inline GtkWidget *shim_radio_button(void) {
  return g_object_new(
      GTK_TYPE_CHECK_BUTTON, "accessible-role", GTK_ACCESSIBLE_ROLE_RADIO, NULL);
}

static inline GtkWidget *shim_message_dialog(
    GtkWindow *parent, const char *heading, const char *body) {
  GtkWidget *dialog = adw_message_dialog_new(parent, heading, NULL);
  adw_message_dialog_set_body(ADW_MESSAGE_DIALOG(dialog), body);
  return dialog;
}

static inline gboolean shim_tab(
    GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, gpointer page) {
  (void)controller, (void)code;
  if (key != GDK_KEY_Tab || (state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) != 0) return FALSE;
  return gtk_widget_child_focus(page, GTK_DIR_TAB_FORWARD);
}

// Lets Tab leave the list for the page; otherwise Tab would walk through all rows, and open each.
static inline void shim_leave_with_tab(GtkWidget *list, GtkWidget *page) {
  GtkEventController *controller = gtk_event_controller_key_new();
  gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE);
  g_signal_connect(controller, "key-pressed", G_CALLBACK(shim_tab), page);
  gtk_widget_add_controller(list, controller);
}

// Newer releases of GTK have renamed this function, and warn about the old name.
static inline void shim_load_css(GtkCssProvider *provider, const char *text) {
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  gtk_css_provider_load_from_data(provider, text, -1);
  G_GNUC_END_IGNORE_DEPRECATIONS
}

// The paths of dropped files, in an array that g_strfreev frees; NULL for other values.
static inline char **shim_dropped_paths(const GValue *value) {
  if (!G_VALUE_HOLDS(value, GDK_TYPE_FILE_LIST)) return NULL;
  GSList *files = g_value_get_boxed(value);
  GStrvBuilder *paths = g_strv_builder_new();
  for (GSList *file = files; file != NULL; file = file->next) {
    char *path = g_file_get_path(file->data);
    if (path != NULL) g_strv_builder_add(paths, path);
    g_free(path);
  }
  char **result = g_strv_builder_end(paths);
  g_strv_builder_unref(paths);
  return result;
}

typedef struct {
  GMutex mutex;
  GCond changed;
  gboolean is_done;
  gint64 deadline;
  GCancellable *cancellable;
} ShimLimit;

static inline gpointer shim_wait_for_limit(gpointer data) {
  ShimLimit *limit = data;
  g_mutex_lock(&limit->mutex);
  while (!limit->is_done)
    if (!g_cond_wait_until(&limit->changed, &limit->mutex, limit->deadline)) {
      g_cancellable_cancel(limit->cancellable);
      break;
    }
  g_mutex_unlock(&limit->mutex);
  return NULL;
}

// Whether the session bus greets this program within a time limit. GLib keeps a connection that
// succeeds. A thread watches the limit, because GLib's asynchronous calls would leave a pool of
// threads behind.
static inline gboolean shim_reaches_bus(guint milliseconds) {
  ShimLimit limit = {.cancellable = g_cancellable_new()};
  g_mutex_init(&limit.mutex);
  g_cond_init(&limit.changed);
  limit.deadline = g_get_monotonic_time() + milliseconds * G_TIME_SPAN_MILLISECOND;
  GThread *thread = g_thread_new("bus-limit", shim_wait_for_limit, &limit);
  GDBusConnection *bus = g_bus_get_sync(G_BUS_TYPE_SESSION, limit.cancellable, NULL);
  g_mutex_lock(&limit.mutex);
  limit.is_done = TRUE;
  g_cond_signal(&limit.changed);
  g_mutex_unlock(&limit.mutex);
  g_thread_join(thread);
  g_cond_clear(&limit.changed);
  g_mutex_clear(&limit.mutex);
  g_object_unref(limit.cancellable);
  gboolean reached = bus != NULL;
  g_clear_object(&bus);
  return reached;
}

static inline GtkDropTarget *shim_file_drop(void) {
  return gtk_drop_target_new(GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
}

#endif
